"""What Alembic runs: the steps over a connection that the store has opened."""

from alembic import context
from sqlalchemy import Connection

from arena.store.schema import metadata

# The name under which Alembic loads this file; imported under any other name it does nothing.
LOADED_BY_ALEMBIC = "env_py"


def migrate(connection: Connection) -> None:
    """Takes all missing steps in the transaction that the caller has begun."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if __name__ == LOADED_BY_ALEMBIC:
    migrate(context.config.attributes["connection"])
