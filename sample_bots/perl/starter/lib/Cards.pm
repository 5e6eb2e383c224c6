package Cards;

# What any card player knows. Cards are numbers from 1 (2C) to 53 (the joker), suits from 1 to 4.
#
# An order is how cards stand to each other once there is a trump: Cards->new($trump), or with
# bowers, as in Euchre, where both jacks of the trump's colour are the highest trumps:
# Cards->new($trump, has_bowers => 1).

use v5.36;

use Exporter   qw(import);
use List::Util qw(reduce);

our @EXPORT_OK = qw(KING SPADES on_the_table rank suit);

use constant {SPADES => 4, JACK => 11, KING => 13, JOKER => 53};

# Returns the suit that is printed on a card: clubs, diamonds, hearts, spades; 0 for the joker.
sub suit ($card) {
    return $card == JOKER ? 0 : int(($card - 1) / 13) + 1;
}

# Returns 2 to 14; aces are high.
sub rank ($card) {
    return ($card - 1) % 13 + 2;
}

# Returns the cards of the trick in play, in which so many seats play.
sub on_the_table ($played, $seats) {
    return $played->@[@$played - @$played % $seats .. $#$played];
}

sub new ($class, $trump, %options) {
    return bless {trump => $trump, has_bowers => $options{has_bowers}}, $class;
}

# Returns the suit that a card counts as: the left bower and the joker are trumps.
sub suit_of ($self, $card) {
    return $card == JOKER || $self->_is_bower($card) ? $self->{trump} : suit($card);
}

# Tells which of two cards is worth more: trumps stand above all others.
sub height ($self, $card) {
    if ($self->suit_of($card) != $self->{trump}) {
        return rank($card);
    }
    if ($card == JOKER) {
        return 103;
    }
    if ($self->_is_bower($card)) {
        return suit($card) == $self->{trump} ? 102 : 101;
    }
    return 50 + rank($card);
}

# Tells whether a card takes the trick from another that was played before.
sub beats ($self, $card, $other) {
    my $suit = $self->suit_of($card);
    return if $suit != $self->suit_of($other) && $suit != $self->{trump};
    return $self->height($card) > $self->height($other);
}

# Returns the card that has the trick so far; none has one that is still to be led to.
sub best ($self, @trick) {
    return reduce { $self->beats($b, $a) ? $b : $a } @trick;
}

# Returns the cards that would have the trick.
sub winners ($self, $cards, @trick) {
    my $best = $self->best(@trick);
    return grep { !defined $best || $self->beats($_, $best) } @$cards;
}

# Returns the cards, the lowest first.
sub sorted ($self, @cards) {
    return sort { $self->height($a) <=> $self->height($b) } @cards;
}

sub lowest ($self, @cards) {
    return ($self->sorted(@cards))[0];
}

sub highest ($self, @cards) {
    return ($self->sorted(@cards))[-1];
}

# Clubs and spades are 1 and 4, diamonds and hearts 2 and 3: a colour adds up to 5.
sub _is_bower ($self, $card) {
    return if !$self->{has_bowers}       || rank($card) != JACK;
    return suit($card) == $self->{trump} || suit($card) + $self->{trump} == 5;
}

1;
