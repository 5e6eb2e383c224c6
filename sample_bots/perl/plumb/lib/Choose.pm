package Choose;

# The strategy: legal[c mod n], where c is a checksum of every field of the view.
#
# A field that is read wrongly changes the answers; sample_bots/README.md of the arena defines the
# checksum word by word.

use v5.36;

use Exporter qw(import);
use JSON::PP ();

our @EXPORT_OK = qw(choose_in_spades choose_in_euchre checksum spades_words euchre_words);

use constant {KEEP_DUE => 5, KEPT => 5, WORD => 2**32};

# Returns a bid while one is due, else a card.
sub choose_in_spades ($view, $seed) {
    return {blind_nil => JSON::PP::false} if $view->{asks_blind_nil};
    my $c = checksum(spades_words($view, $seed));
    return {bid  => _pick($c, $view->{legal_bids}->@*)} if $view->{legal_bids}->@*;
    return {card => _pick($c, $view->{legal_cards}->@*)};
}

# Returns five cards to keep while they are due, else a call or a card.
sub choose_in_euchre ($view, $seed) {
    my $c = checksum(euchre_words($view, $seed));
    if ($view->{due} == KEEP_DUE) {
        my @ten  = sort { $a <=> $b } $view->{hand}->@*, $view->{dummy}->@*;
        my @ways = _combinations(KEPT, @ten);
        return {kept => {cards => $ways[$c % @ways]}};
    }
    my @calls = $view->{legal_calls}->@*;
    my @cards = $view->{legal_cards}->@*;
    my $index = $c % (@calls + @cards);
    return {call => 0 + $calls[$index]} if $index < @calls;
    return {card => 0 + $cards[$index - @calls]};
}

# Returns 0 to 2^32 - 1.
sub checksum (@words) {
    my $value = 1;
    $value = (31 * $value + $_) % WORD for @words;    # not negative, whatever the word is
    return $value;
}

sub spades_words ($view, $seed) {
    my @seats = $view->{seats}->@*;
    my @words = (_halves($seed), $view->@{qw(seat dealer deal)}, _listed($view->{hand}));
    push @words, scalar @seats,                map { _spades_seat_words($_) } @seats;
    push @words, _listed($view->{played}),     _listed($view->{leaders}), $view->{broken};
    push @words, _listed($view->{legal_bids}), _listed($view->{legal_cards});
    return (@words, $view->{asks_blind_nil});
}

sub euchre_words ($view, $seed) {
    my @seats = $view->{seats}->@*;
    my @words = (_halves($seed), $view->@{qw(seat dealer deal deals_played redeals due)});
    push @words, _listed($view->{hand}),  $view->@{qw(upcard upcard_suit upcard_state)};
    push @words, _listed($view->{calls}), $view->@{qw(maker trump)};
    push @words, scalar @seats,           map { _euchre_seat_words($_) } @seats;
    push @words, _listed($view->{dummy}), $view->{put_down};
    push @words, map { _listed($view->{$_}) } qw(left_out played leaders);
    return (@words, map { _listed($view->{$_}) } qw(legal_calls legal_cards));
}

sub _spades_seat_words ($seat) {
    my @rest = $seat->@{qw(taken score bags replaced blind_nil reneged reneges)};
    return (_optional($seat->{bid}), @rest);
}

sub _euchre_seat_words ($seat) {
    return (_optional($seat->{alone}), $seat->@{qw(sits_out taken score replaced)});
}

sub _halves ($seed) {
    return ($seed % WORD, int($seed / WORD));
}

sub _listed ($values) {
    return (scalar @$values, @$values);
}

sub _optional ($value) {
    return defined $value ? (1, $value) : 0;
}

# Returns the ways to take so many of the items, in the order of their places among them.
sub _combinations ($count, @items) {
    return [] if $count == 0;
    my @ways;
    while (@items >= $count) {
        my $first = shift @items;
        push @ways, map { [$first, @$_] } _combinations($count - 1, @items);
    }
    return @ways;
}

sub _pick ($c, @legal) {
    return 0 + $legal[$c % @legal];
}

1;
