package Messages;

# The messages of the protocol: what they mean on the way in, what they look like on the way out.

use v5.36;

use Exporter qw(import);
use JSON::PP;

use Choose qw(choose_in_spades choose_in_euchre);

our @EXPORT_OK = qw(hello parse reply);

my $JSON = JSON::PP->new->utf8->canonical;

# The names of all enums of a view, each without its prefix, by their numbers from 1.
my @CARDS;
for my $suit (qw(C D H S)) {
    push @CARDS, map { "$_$suit" } 2 .. 9, qw(T J Q K A);
}
my %ENUMS = (
    CARD          => [@CARDS, 'JOKER'],
    SUIT          => [qw(CLUBS DIAMONDS HEARTS SPADES)],
    SEAT          => [1 .. 4],
    BLIND_NIL     => [qw(CLOSED OPEN DECLINED TAKEN)],
    EUCHRE_CALL   => [qw(PASS ORDER_UP CLUBS DIAMONDS HEARTS SPADES DECLINE NOT_ALONE ALONE)],
    EUCHRE_DUE    => [qw(JOKER_SUIT CALL SWAP ALONE KEEP CARD)],
    EUCHRE_UPCARD => [qw(UP TAKEN DECLINED TURNED_DOWN)],
);

my %NUMBERS;
for my $prefix (keys %ENUMS) {
    my @names = ('UNSPECIFIED', $ENUMS{$prefix}->@*);
    $NUMBERS{"${prefix}_$names[$_]"} = $_ for 0 .. $#names;
}

# Returns the bot's first message; more tables make longer turns.
sub hello () {
    my %hello = (protocol => 'arena.v1', games => [qw(spades euchre)], tables => 64);
    return $JSON->encode({hello => {%hello, client => 'bot'}});
}

# Returns the message of a line, with a number for each name of an enum.
sub parse ($line) {
    return _numbered($JSON->decode($line));
}

# Returns the line that answers every decision of a turn.
sub reply ($turn) {
    my @moves = map { _answered($_) } $turn->{decisions}->@*;
    return $JSON->encode({moves => {turn => $turn->{number}, moves => \@moves}});
}

sub _answered ($decision) {
    my $match = 0 + $decision->{match};
    say STDERR "refused: $decision->{refusal}" if $decision->{refusal} ne '';
    if (my $view = $decision->{spades}) {
        return {match => $match, spades => choose_in_spades($view, $decision->{seed})};
    }
    return {match => $match, euchre => choose_in_euchre($decision->{euchre}, $decision->{seed})};
}

sub _numbered ($value) {
    return [map { _numbered($_) } @$value]                      if ref $value eq 'ARRAY';
    return {map { $_ => _numbered($value->{$_}) } keys %$value} if ref $value eq 'HASH';
    return $NUMBERS{$value} // $value;
}

1;
