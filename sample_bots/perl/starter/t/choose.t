# The strategy, with cards as card players write them: "9S JH AD".

use v5.36;

use Test::More;

use Choose   qw(choose_in_euchre choose_in_spades);
use JSON::PP qw(encode_json);
use Messages qw(parse);

use constant {HEARTS => 3, SPADES => 4};

sub cards ($text) {
    return parse(encode_json([map { "CARD_$_" } split ' ', $text]));
}

sub calls ($text) {
    return parse(encode_json([map { "EUCHRE_CALL_$_" } split ' ', $text]));
}

for my $case (
    ['cashes its highest card when it needs tricks',        2, 1, '',      '4C AH 6D', 'AH'],
    ['takes a trick as cheaply as it can in the last seat', 2, 1, 'QH 3H', '4H KH AH', 'KH'],
    ['takes a trick in which one has thrown a card away',   2, 1, 'QH 3D', '4H KH AH', 'KH'],
    ['throws its lowest card where it cannot win',          2, 1, 'AH 3H', '4H KH',    '4H'],
    ['keeps a spade where it cannot win with it',           2, 1, 'AH 9S', '2S 7C',    '7C'],
    ['throws its highest loser once its bid is made',       1, 1, 'QH 3H', '4H TH KH', 'TH'],
    ['wins with its lowest card where it has to',           1, 1, '3H',    'QH KH',    'QH'],
  )
{
    my ($what, $bid, $taken, $table, $legal, $card) = @$case;
    my $view = {
        seat        => 1,
        seats       => [{bid => $bid, taken => $taken}, ({bid => 3, taken => 0}) x 2],
        played      => cards("2C 3C 4C $table"),
        legal_bids  => [],
        legal_cards => cards($legal),
    };
    is_deeply choose_in_spades($view, 1), {card => cards($card)->[0]}, "in Spades it $what";
}

my @bids   = (legal_bids => [0 .. 4]);
my $strong = choose_in_spades({@bids, hand => cards('KD AC QH 2S 3S 4S 5S 6S')}, 1);
is_deeply $strong, {bid => 3}, 'it bids its aces, its kings and its long spades';
my $weak = choose_in_spades({@bids, hand => cards('2C 3D 4H')}, 1);
is_deeply $weak, {bid => 1}, 'it never bids nil';

my $blind = choose_in_spades({asks_blind_nil => JSON::PP::true}, 1);
is_deeply $blind, {blind_nil => JSON::PP::false}, 'it bids nothing blind';

for my $case (
    ['orders up on the left bower and two more', 'JC 9S AS 9H TD', 'PASS ORDER_UP',     'ORDER_UP'],
    ['passes on two',                            '9C 9S AS 9H TD', 'PASS ORDER_UP',     'PASS'],
    ['names its best suit',                      '9C TD 9H TH AH', 'PASS CLUBS HEARTS', 'HEARTS'],
    ['names one where it may not pass',          '9C 9D TD 9H TH', 'CLUBS HEARTS',      'HEARTS'],
  )
{
    my ($what, $hand, @names) = @$case;
    my ($legal, $call) = map { calls($_) } @names;
    my $view = {
        due         => Choose::DUE_CALL,
        upcard_suit => SPADES,
        hand        => cards($hand),
        legal_calls => $legal,
    };
    is_deeply choose_in_euchre($view, 1), {call => $call->[0]}, "in Euchre it $what";
}

for my $case (
    ['leads its highest card',                     '',      'KC 9H AS', '9H'],
    ['beats an ace of trumps with the left bower', 'AH 9C', 'JD KH',    'JD'],
    ['does not take the left bower for a diamond', 'AD 9D', 'TD QD',    'TD'],
  )
{
    my ($what, $table, $legal, $card) = @$case;
    my $view = {
        due         => Choose::DUE_CARD,
        trump       => HEARTS,
        seats       => [{}, {}, {}],
        played      => cards($table),
        legal_cards => cards($legal),
    };
    is_deeply choose_in_euchre($view, 1), {card => cards($card)->[0]}, "in Euchre it $what";
}

my %swap = (due => Choose::DUE_SWAP, trump => HEARTS);
my $down = choose_in_euchre({%swap, legal_cards => cards('TC KC JD 9H AS')}, 1);
is_deeply $down, {card => cards('TC')->[0]}, 'it puts down its lowest card that is no trump';

my %keep = (due  => Choose::DUE_KEEP, trump => HEARTS);
my @ten  = (hand => cards('9C TC JD 9H AS'), dummy => cards('9D TD KD JH QS'));
my $kept = choose_in_euchre({%keep, @ten}, 1);
is_deeply $kept, {kept => {cards => cards('KD AS 9H JD JH')}},
  'it keeps the five best cards of ten';

done_testing;
