"""All topics of the floor by name: `read_facts` reads the facts, `rule_on` makes the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.acting import act, bets_in_front, in_talk, may_do, prior, undercall, wrong_bets
from sidepot.floor.claims import accepted, kill_pot, other_chips, stacks, time_call
from sidepot.floor.conduct import offence, precedence, served, table_talk
from sidepot.floor.deal import (
    bad_deals,
    boards,
    by_chance,
    exposed,
    joker,
    misdeal,
    premature,
    rabbit,
    redeal,
    short_stub,
    stud_cards,
)
from sidepot.floor.fact_fields import check_bounds
from sidepot.floor.hands import (
    absentees,
    at_showdown,
    discarded,
    dispute,
    divided,
    killed,
    owed_blind,
    see_hand,
    tabled,
    thrown,
)
from sidepot.floor.procedure import (
    blinds_to_post,
    chips_on_table,
    next_button,
    seats_and_races,
    showdown_order,
    side_pots,
)
from sidepot.floor.topic import Topic
from sidepot.floor.tournament import (
    absent_chips,
    end_of_day,
    levels,
    new_deck,
    out_together,
    rebuys,
    short_tables,
    wrong_seat,
)
from sidepot.floor.turns import early, out_of_turn, skipped, substantial
from sidepot.rules.houses import house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import cite_choice
from sidepot.validation.problems import as_type
from sidepot.validation.reader import unknown
from sidepot.validation.type_checks import check_fields, expect_mapping

TOPICS: Final[dict[str, Topic]] = {
    topic.name: topic
    for topic in (
        Topic(act.Gesture, act.rule_on_act),
        Topic(may_do.MayDo, may_do.rule_on_options),
        Topic(prior.PriorChipsFacts, prior.rule_on_prior_facts),
        Topic(prior.PulledBack, prior.rule_on_pulled_back),
        Topic(undercall.Undercall, undercall.rule_on_undercall_facts),
        Topic(undercall.UndercallsInARow, undercall.rule_on_row),
        Topic(wrong_bets.WrongBet, wrong_bets.rule_on_wrong_bet),
        Topic(in_talk.WordInTalk, in_talk.rule_on_word_in_talk),
        Topic(in_talk.ShowdownWords, in_talk.rule_on_showdown_words),
        Topic(bets_in_front.BetsInFront, bets_in_front.rule_on_bets_in_front),
        Topic(out_of_turn.ActedOutOfTurn, out_of_turn.rule_on_out_of_turn),
        Topic(skipped.Skipped, skipped.rule_on_skipped),
        Topic(early.OddFold, early.rule_on_odd_fold),
        Topic(early.EarlyReaction, early.rule_on_early_reaction),
        Topic(early.ConditionalStatement, early.rule_on_conditional_statement),
        Topic(substantial.SubstantialAction, substantial.rule_on_substantial),
        Topic(misdeal.Misdeal, misdeal.rule_on_misdeal),
        Topic(misdeal.WrongButton, misdeal.rule_on_button),
        Topic(redeal.ExactRedeal, redeal.rule_on_redeal),
        Topic(bad_deals.WrongCount, bad_deals.rule_on_count),
        Topic(bad_deals.FouledDeck, bad_deals.rule_on_deck),
        Topic(joker.JokerFound, joker.rule_on_joker),
        Topic(exposed.ExposedCard, exposed.rule_on_exposed),
        Topic(boards.FourCardFlop, boards.rule_on_four_cards),
        Topic(boards.BurnCard, boards.rule_on_burn),
        Topic(boards.DisorderedStub, boards.rule_on_stub),
        Topic(premature.PrematureCard, premature.rule_on_premature),
        Topic(stud_cards.PrematureStud, stud_cards.rule_on_premature_stud),
        Topic(stud_cards.LastCardExposed, stud_cards.rule_on_last_card),
        Topic(short_stub.ShortStubFacts, short_stub.rule_on_short_stub),
        Topic(rabbit.RabbitHunt, rabbit.rule_on_rabbit),
        Topic(by_chance.UncoveredMistake, by_chance.rule_on_uncovered),
        Topic(killed.KilledHand, killed.rule_on_killed),
        Topic(killed.StudMuck, killed.rule_on_stud_muck),
        Topic(discarded.DiscardedByBettor, discarded.rule_on_discarded),
        Topic(thrown.ThrownIntoHand, thrown.rule_on_thrown),
        Topic(thrown.MiscalledHand, thrown.rule_on_miscalled),
        Topic(divided.DividedPot, divided.rule_on_divided),
        Topic(absentees.AbsentPlayer, absentees.rule_on_absent),
        Topic(absentees.LeftTable, absentees.rule_on_leaving),
        Topic(absentees.HiddenCards, absentees.rule_on_hidden_cards),
        Topic(owed_blind.OwedBlind, owed_blind.rule_on_owed_blind),
        Topic(tabled.TabledHand, tabled.rule_on_tabled),
        Topic(at_showdown.MuckedAtShowdown, at_showdown.rule_on_mucked),
        Topic(at_showdown.AllInNotShown, at_showdown.rule_on_all_in_hand),
        Topic(see_hand.AskToSee, see_hand.rule_on_asking),
        Topic(dispute.Dispute, dispute.rule_on_dispute),
        Topic(accepted.AcceptedAction, accepted.rule_on_accepted),
        Topic(stacks.StackCount, stacks.rule_on_count),
        Topic(stacks.HiddenChips, stacks.rule_on_hidden),
        Topic(other_chips.FoundChips, other_chips.rule_on_found_chips),
        Topic(other_chips.WorthlessChip, other_chips.rule_on_worthless_chip),
        Topic(kill_pot.UnannouncedKill, kill_pot.rule_on_unannounced_kill),
        Topic(time_call.ClockCall, time_call.rule_on_clock_call),
        Topic(time_call.ClockRun, time_call.rule_on_clock),
        Topic(offence.OffenceFacts, offence.rule_on_offence),
        Topic(offence.DeviceFacts, offence.rule_on_device),
        Topic(served.ServedFacts, served.rule_on_served),
        Topic(table_talk.TalkFacts, table_talk.rule_on_talk),
        Topic(precedence.WhichTextFacts, precedence.rule_on_text),
        Topic(precedence.ShortCallFacts, precedence.rule_on_short_call),
        Topic(levels.LevelFacts, levels.rule_on_level),
        Topic(levels.BubbleFacts, levels.rule_on_bubble),
        Topic(levels.ReentryFacts, levels.rule_on_reentry),
        Topic(levels.AnnouncementFacts, levels.rule_on_announcement),
        Topic(wrong_seat.WrongSeat, wrong_seat.rule_on_wrong_seat),
        Topic(short_tables.FinalTableFacts, short_tables.rule_on_final_table),
        Topic(short_tables.HaltFacts, short_tables.rule_on_halt),
        Topic(short_tables.BrokenTableFacts, short_tables.rule_on_broken_table),
        Topic(new_deck.NewDeck, new_deck.rule_on_new_deck),
        Topic(rebuys.RebuyFacts, rebuys.rule_on_rebuy),
        Topic(end_of_day.EndOfDay, end_of_day.rule_on_end_of_day),
        Topic(out_together.OutTogether, out_together.rule_on_out_together),
        Topic(absent_chips.AbsentStack, absent_chips.rule_on_absent_stack),
        Topic(showdown_order.ShowdownOrder, showdown_order.rule_on_showdown_order),
        Topic(side_pots.SidePots, side_pots.rule_on_side_pots),
        Topic(chips_on_table.RunItTwice, chips_on_table.rule_on_run_it_twice),
        Topic(next_button.NextButton, next_button.rule_on_next_button),
        Topic(blinds_to_post.MissedBlindsFacts, blinds_to_post.rule_on_missed_blinds),
        Topic(blinds_to_post.StraddleFacts, blinds_to_post.rule_on_straddle),
        Topic(blinds_to_post.KillFacts, blinds_to_post.rule_on_kill),
        Topic(seats_and_races.MovedPlayer, seats_and_races.rule_on_moved_player),
        Topic(seats_and_races.ChipRace, seats_and_races.rule_on_chip_race),
        Topic(chips_on_table.ChipsOffTable, chips_on_table.rule_on_chips_off_table),
        Topic(chips_on_table.Insurance, chips_on_table.rule_on_insurance),
    )
}
_BY_FACTS: Final[dict[type[msgspec.Struct], Topic]] = {topic.facts: topic for topic in TOPICS.values()}


def find_topic(name: str) -> Topic:
    """The topic with this name. If there is none, raises BadNotation with the most similar names."""
    plain = name.strip().lower().replace("_", " ").replace("-", " ")
    for known, topic in TOPICS.items():
        if known.replace("-", " ") == plain:
            return topic
    said = f"no topic is called {name!r}"
    raise unknown(said, plain, TOPICS, brief=True, most=3, cutoff=0.5, code="unknown_topic")


def read_facts(data: Mapping[str, Any]) -> msgspec.Struct:
    """Read the facts of a topic from data, in which the key `topic` names the topic.

    Raises BadNotation, naming the key, for invalid data.
    """
    data = expect_mapping(data, "data", "a dict with a topic, as in {'topic': 'offence', 'offence': 'phone'}")
    if not isinstance(data.get("topic"), str):
        raise BadNotation(f"`topic` is missing; expected one of {', '.join(TOPICS)}")
    topic = find_topic(data["topic"])
    rest = {key: value for key, value in data.items() if key != "topic"}
    known = topic.facts.__struct_fields__
    for key in rest:
        if key not in known:
            keys = f"the keys are {', '.join(known)}" if known else "there are none"
            raise BadNotation(f"{topic.name}: unknown key {key!r}; {keys}")
        check_bounds(rest[key], f"{topic.name}: {key}")
    found: msgspec.Struct = as_type(rest | {"topic": topic.name}, topic.facts, topic.name)
    return found


def rule_on(facts: msgspec.Struct, rulebook: Rulebook | str) -> Ruling:
    """Rule on facts by the rules of a house, which may be given by name.

    Raises BadNotation for impossible facts.
    """
    topic = _BY_FACTS.get(type(facts))
    if topic is None:
        raise BadNotation(f"facts: expected a struct from read_facts, not {type(facts).__name__}")
    rulebook = house_of(rulebook, "rulebook")
    check_fields(facts)
    seat = getattr(facts, "seat", -1)
    if isinstance(seat, int) and seat < -1:  # after a broken table it is a word
        raise BadNotation(f"seat: expected 0 or more, or -1 without a hand, not {seat}")
    ruling = topic.rule(facts, rulebook)
    cites = (*ruling.cites, *_choice(facts, topic, ruling, rulebook))
    return msgspec.structs.replace(ruling, house=rulebook.name, cites=cites)


def _choice(facts: msgspec.Struct, topic: Topic, ruling: Ruling, rulebook: Rulebook) -> tuple[Cite, ...]:
    """Cite the house's choice on a check and a fold if the ruling depends on it: the rule can be read both ways.

    Rule: TDA-2013 35; TDA-2024 36.
    """
    if not substantial.is_read_both_ways(getattr(facts, "actions", ()), rulebook):
        return ()
    other = topic.rule(facts, rulebook.turned("check_and_fold"))
    return () if other.verdict == ruling.verdict else (cite_choice("check_and_fold"),)
