package Choose;

# The strategy: what to answer to a view. Start here.

use v5.36;

use Exporter   qw(import);
use JSON::PP   ();
use List::Util qw(any max);

use Cards qw(KING SPADES on_the_table rank suit);

our @EXPORT_OK = qw(choose_in_euchre choose_in_spades);

# What may be due in Euchre, and what may be said there.
use constant {
    DUE_JOKER_SUIT => 1,
    DUE_CALL       => 2,
    DUE_SWAP       => 3,
    DUE_ALONE      => 4,
    DUE_KEEP       => 5,
    DUE_CARD       => 6,
};
use constant {
    CALL_PASS      => 1,
    CALL_ORDER_UP  => 2,
    CALL_CLUBS     => 3,
    CALL_DIAMONDS  => 4,
    CALL_HEARTS    => 5,
    CALL_SPADES    => 6,
    CALL_DECLINE   => 7,
    CALL_NOT_ALONE => 8,
    CALL_ALONE     => 9,
};

# Trumps in hand on which it makes trump in Euchre.
use constant ENOUGH_TRUMPS => 3;

# Bids its high cards, takes tricks until its bid is made, then ducks.
#
# The seed is for dice: the same number in all decisions of one match and seat.
sub choose_in_spades ($view, $seed) {
    if ($view->{asks_blind_nil}) {
        return {blind_nil => JSON::PP::false};
    }
    if ($view->{legal_bids}->@*) {
        return {bid => _likely_tricks($view->{hand}->@*)};
    }
    my $order = Cards->new(SPADES);
    my $seats = $view->{seats}->@*;
    my @trick = on_the_table($view->{played}, $seats);
    my $me    = $view->{seats}[$view->{seat} - 1];
    if ($me->{taken} < $me->{bid}) {
        return {card => _win($order, $view->{legal_cards}, $seats, @trick)};
    }
    return {card => _duck($order, $view->{legal_cards}, @trick)};
}

# Makes trump on three trumps, is never alone, and wins what it can.
sub choose_in_euchre ($view, $seed) {
    my $due   = $view->{due};
    my $order = Cards->new($view->{trump}, has_bowers => 1);
    if ($due == DUE_JOKER_SUIT) {
        return {call => $view->{legal_calls}[0]};    # the hand is not to be seen yet
    }
    if ($due == DUE_CALL) {
        return {call => _best_call($view)};
    }
    if ($due == DUE_SWAP) {
        return {card => $order->lowest($view->{legal_cards}->@*)};
    }
    if ($due == DUE_ALONE) {
        return {call => CALL_NOT_ALONE};
    }
    if ($due == DUE_KEEP) {
        my @ten = $order->sorted($view->{hand}->@*, $view->{dummy}->@*);
        return {kept => {cards => [@ten[-5 .. -1]]}};
    }
    my $playing = grep { !$_->{sits_out} } $view->{seats}->@*;
    my @trick   = on_the_table($view->{played}, $playing);
    return {card => _win($order, $view->{legal_cards}, $playing, @trick)};
}

# Counts aces, kings and long spades; it is never a nil.
sub _likely_tricks (@hand) {
    my $high   = grep { rank($_) >= KING } @hand;
    my $trumps = grep { suit($_) == SPADES } @hand;
    return max(1, $high + max(0, $trumps - 4));
}

# Takes the trick with what the last seat needs, or with the most that an earlier one can.
sub _win ($order, $legal, $seats, @trick) {
    my @winners = $order->winners($legal, @trick);
    return $order->lowest(@$legal) if !@winners;
    return @trick == $seats - 1 ? $order->lowest(@winners) : $order->highest(@winners);
}

# Throws the highest card that does not take the trick, else the lowest that there is.
sub _duck ($order, $legal, @trick) {
    my %wins   = map  { $_ => 1 } $order->winners($legal, @trick);
    my @losers = grep { !$wins{$_} } @$legal;
    return @losers ? $order->highest(@losers) : $order->lowest(@$legal);
}

# Returns the call of which the hand holds the most trumps, or a pass if those are too few.
sub _best_call ($view) {
    my @legal = $view->{legal_calls}->@*;
    my ($best, $most) = (CALL_PASS, -1);
    for my $call (grep { $_ != CALL_PASS } @legal) {
        my $trumps = _trumps($view, $call);
        ($best, $most) = ($call, $trumps) if $trumps > $most;
    }
    my $may_pass = any { $_ == CALL_PASS } @legal;
    return $may_pass && $most < ENOUGH_TRUMPS ? CALL_PASS : $best;
}

# Counts the trumps that the hand would have after a call.
sub _trumps ($view, $call) {
    my $trump = $call == CALL_ORDER_UP ? $view->{upcard_suit} : $call - CALL_CLUBS + 1;
    my $order = Cards->new($trump, has_bowers => 1);
    return scalar grep { $order->suit_of($_) == $trump } $view->{hand}->@*;
}

1;
