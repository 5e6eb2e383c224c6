# The strategy against the worked examples of sample_bots/README.md.

use v5.36;

use JSON::PP;
use Test::More;

use Choose   qw(checksum choose_in_euchre choose_in_spades euchre_words spades_words);
use Messages qw(parse);

my ($yes, $no) = (JSON::PP::true, JSON::PP::false);

# What a view holds where an example says nothing else.
my %SPADES_SEAT = (
    (map { $_ => 0 } qw(taken score bags blind_nil reneges)),
    (map { $_ => $no } qw(replaced reneged)),
);
my %SPADES = (
    (map { $_ => 1 } qw(seat dealer deal)),
    (map { $_ => [] } qw(hand played leaders legal_bids legal_cards)),
    (map { $_ => $no } qw(broken asks_blind_nil)),
);
my %EUCHRE_SEAT = (taken => 0, score => 0, sits_out => $no, replaced => $no);
my %EUCHRE      = (
    (map { $_ => 0 } qw(deals_played redeals maker trump put_down)),
    (map { $_ => [] } qw(calls dummy left_out played leaders legal_calls legal_cards)),
);

# Returns a decision as it comes out of a line, seed first.
sub received ($seed, $game, $view, %seat) {
    my @seats    = map +{%seat, %$_}, $view->{seats}->@*;
    my $decision = parse(encode_json({seed => $seed, $game => {%$view, seats => \@seats}}));
    return ($decision->{$game}, $decision->{seed});
}

sub in_spades ($seed, %view) {
    my @told = received($seed, 'spades', {%SPADES, %view}, %SPADES_SEAT);
    return [checksum(spades_words(@told)), choose_in_spades(@told)];
}

sub in_euchre ($seed, %view) {
    my @told = received($seed, 'euchre', {%EUCHRE, %view}, %EUCHRE_SEAT);
    return [checksum(euchre_words(@told)), choose_in_euchre(@told)];
}

sub cards ($text) {
    return [map { "CARD_$_" } split ' ', $text];
}

my $bid = in_spades(
    '8122274141285904',
    hand       => [6,  8, 12, 13, 15, 16, 20, 22, 23, 28, 30, 34, 35, 39, 43, 49, 52],
    seats      => [{}, {bid => 3}, {bid => 15}],
    legal_bids => [0 .. 17],
);
is_deeply $bid, [2131369826, {bid => 14}], 'the last bid of a deal of Spades';

my $card = in_spades(
    '7597797028237967',
    seat   => 'SEAT_2',
    dealer => 'SEAT_3',
    deal   => 3,
    hand   => [8, 16, 17, 20, 21, 22, 32, 41, 43, 48, 49],
    seats  => [
        {bid => 6, score => -120},
        {bid => 4, taken => 2, score => 60},
        {bid => 3, taken => 4, score => -89, bags => 1},
    ],
    played      => [38, 39, 27, 14, 26, 24, 10, 5, 11, 25, 45, 18, 9, 2, 7, 33, 31, 29, 47, 50],
    leaders     => [1,  2,  3,  2,  3,  3,  3],
    broken      => $yes,
    legal_cards => [41, 43, 48, 49],
);
is_deeply $card, [2426655070, {card => 48}], 'a card of Spades, with a negative score';

my ($absent, $nil) = map { in_spades('1', seats => [$_], legal_bids => [0]) } {}, {bid => 0};
isnt $absent->[0], $nil->[0], 'a bid that is absent is no nil';

my $blind = in_spades('1', seats => [], asks_blind_nil => $yes);
is_deeply $blind->[1], {blind_nil => $no}, 'asked for a blind nil it says no';

my $call = in_euchre(
    '1370051032973791',
    seat         => 'SEAT_3',
    dealer       => 'SEAT_2',
    deal         => 2,
    redeals      => 1,
    due          => 'EUCHRE_DUE_CALL',
    hand         => cards('JD JH QH TS QS'),
    upcard       => 'CARD_JS',
    upcard_suit  => 'SUIT_SPADES',
    upcard_state => 'EUCHRE_UPCARD_UP',
    seats        => [{}, {}, {}],
    legal_calls  => [qw(EUCHRE_CALL_PASS EUCHRE_CALL_ORDER_UP)],
);
is_deeply $call, [2202365036, {call => 1}], 'the first call of Euchre after a redeal';

my $kept = in_euchre(
    '7393679405331180',
    seat         => 'SEAT_3',
    dealer       => 'SEAT_1',
    deal         => 1,
    due          => 'EUCHRE_DUE_KEEP',
    hand         => cards('KC AC KH 9S JS'),
    upcard       => 'CARD_AS',
    upcard_suit  => 'SUIT_SPADES',
    upcard_state => 'EUCHRE_UPCARD_DECLINED',
    calls        => [qw(EUCHRE_CALL_PASS EUCHRE_CALL_ORDER_UP)],
    maker        => 'SEAT_3',
    trump        => 'SUIT_SPADES',
    seats        => [{alone => $yes}, {alone => $no, sits_out => $yes}, {alone => $no}],
    dummy        => cards('TC QC KD TH QS'),
);
is_deeply $kept, [876985876, {kept => {cards => [11, 13, 35, 38, 49]}}],
  'a maker who keeps five, while a defender plays alone';

my $last = in_euchre(
    '1404071200203958',
    seat         => 'SEAT_1',
    dealer       => 'SEAT_1',
    deal         => 4,
    deals_played => 3,
    due          => 'EUCHRE_DUE_CARD',
    hand         => cards('9D TD'),
    upcard       => 'CARD_TD',
    upcard_suit  => 'SUIT_DIAMONDS',
    upcard_state => 'EUCHRE_UPCARD_TAKEN',
    calls        => [qw(EUCHRE_CALL_PASS EUCHRE_CALL_PASS EUCHRE_CALL_ORDER_UP)],
    maker        => 'SEAT_1',
    trump        => 'SUIT_DIAMONDS',
    seats        => [
        {alone    => $no,  taken => 2, score => 3},
        {alone    => $yes, taken => 1, score => 1},
        {sits_out => $yes, score => 1},
    ],
    put_down    => 'CARD_TS',
    left_out    => cards('QC 9H JH 9S QS'),
    played      => cards('AS KH TC 9C KS QD KD'),
    leaders     => [qw(SEAT_1 SEAT_1 SEAT_1 SEAT_2)],
    legal_cards => cards('9D TD'),
);
is_deeply $last, [4200344307, {card => 22}], 'a card of a dealer who took up upcard and dummy';

done_testing;
