"""Questions that the judge refuses: by the code of the error at least two, each with a value that puts it right."""

from __future__ import annotations

from typing import Any, NamedTuple

GONE = object()
"""The right value of what should not be there at all."""


class Case(NamedTuple):
    """A question with one fault."""

    ask: str
    """The game and the question, `murlan.play`; empty where ``asked`` is all that is sent."""
    asked: Any
    """The fields of the question; bytes are sent as they are."""
    field: str
    """The field that is named as wrong."""
    right: Any
    """A value of that field, or of what it is a path into, with which nothing is wrong."""
    at: str = ""
    """The culprit that is named, in the letters of the answer."""
    may_name: str = ""
    """Further figures that the message may quote: limits, what is missing, what follows from the question."""
    then: str = ""
    """The field and code of the next error, where ``right`` brings one to light."""
    says: str = ""
    """What the English message has to say, where it could be true and still name another thing."""


ORDER = ["Ana", "Ben", "Eda", "Gent"]
WON = [ORDER] * 7
DEAL = [
    *("8s Ts 2d 6c Tc Xb", "2s Js Ah 2h 8h 7d", "Qs 3h 8d Kd 2c 7c", "9s 4h 9d 8c 9c Qc", "6s 5h 3d 4d 3c Jc"),
    *("7s 7h 9h Qh Ac 4c", "As Ks Jh Kh Qd Kc", "5s 6h 5d 6d Td 5c", "3s 4s Th Ad Jd Xr"),
]
TRICKS = (
    "Tc 2s 3h 9s 4d 4c Kh Td Th / Td 7c 4h Jc 7s Kc 6h Ad 2d / 2c 9c 6s 7h As 5c Xr Xb 2s / 5c 5h Qh Qd 6d Jd Ts 3h 7c / "
    "5h 9h Jh 5s 4s 8s 4d Td As / 4d Ks 5d 3s 6c 4c 4h 2s 7c / 4h Ah Ad 2c Ts 5s / Ad 7d 7s 6s 6d As 6c / "
    "As Js 6h Qc 3d 5h 4d 4h / 4d 9s 2d 8c 5c 9h 4c 2c 6d / 8h 8d 9d 3h 4s 3s Ah Ad As / 3s Jd 8s 5d 6c 6h 2h / "
    "2h 3c Ac 2s 6s 3d 5c Qs / 3c 5h 2c Ah 5d / Ah 4h 2d 4s 6h 2h / 2d 6d Kd 3s 5c 3c / 3s 4c As 6c Ac 2c Ah / "
    "Ah 4d Ad 2s 2h 2d / 2d 8c 8d 3d 4s 3c Ac / Th 3h 5c 2c Ah / 3h 3s 2h 3d / 2h As Ad 4s Ah / As 3c 2c 3h / As Ac Ad / "
    "As 2d Ah 2c / As / Ah"
)
"""All tricks of a hand of Muriel that was dealt so, seat 0 being the dealer."""
FIRST, SECOND, *_MORE = TRICKS.split(" / ")
HELD = "3c 4c 5c Js Qs Ks 9h 9h 9h 8d 9d Td Ad Ac 7s Tc Jc 6s 2h 3h 8s"
"""21 cards of Marriage."""
SUITS = " ".join(f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK")
ASHA = {"name": "Asha", "maal": 10, "seen": True, "winner": True}
BINA = {"name": "Bina", "maal": 5, "seen": True}
CHIR = {"name": "Chir", "maal": 3, "seen": False}
DEVI = {"name": "Devi", "maal": 0, "seen": False}
ROUND = [ASHA, BINA, CHIR, DEVI]


def hand(**fields: Any) -> dict[str, Any]:
    """Return a question about a hand of Muriel."""
    return {"deal": DEAL, "tricks": [], "dealer": 0} | fields


def deals(*each: Any, **fields: Any) -> dict[str, Any]:
    """Return a question about the score of a match of Ramino."""
    return {"deals": list(each), "match": {"points": 100}} | fields


def deal(winner: Any, **hands: Any) -> dict[str, Any]:
    return {"winner": winner, "hands": hands}


def settle(*players: Any, **fields: Any) -> dict[str, Any]:
    """Return a question about the settling of a round of Marriage."""
    return {"players": list(players)} | fields


def with_house(fields: dict[str, Any], **house: Any) -> dict[str, Any]:
    return fields | {"house": house}


CASES: dict[str, list[Case]] = {
    "ace-marriage": [
        Case("marriage.maal", {"tiplu": "Ah", "floor": ["Kh Ah 2h"]}, "floor.0", "9c 9c 9c"),
        Case("marriage.maal", {"tiplu": "As", "cards": "5d", "floor": ["7d 7d 7d", "2s Ks As"]}, "floor.1", GONE),
    ],
    "after-the-end": [
        Case("murlan.score", {"hands": [*WON, ORDER]}, "hands.7", GONE),
        Case("muriel.score", {"hands": [{"Ada": 310}, {"Bea": 7}]}, "hands.1", GONE),
        Case("ramino.score", deals(deal("Ada", Bea=9), deal("Bea", Ada=3), match={"deals": 1}), "deals.1", GONE),
        Case("ramino.score", deals(deal("Ada", Bea=101), deal("Bea", Ada=3)), "deals.1", GONE),
    ],
    "after-the-hand": [
        Case("muriel.hand", hand(tricks=f"{TRICKS} / As"), "tricks.27", TRICKS),
        Case("muriel.hand", hand(tricks=[*TRICKS.split(" / "), []]), "tricks.27", GONE),
    ],
    "below-zero": [
        Case("machiavelli.score", {"hands": {"Ada": -1, "Bea": 4}}, "hands.Ada", 1, at="-1", may_name="0"),
        Case("muriel.score", {"hands": [{"Ada": 30}, {"Ada": 5, "Bea": -7}]}, "hands.1.Bea", 7, at="-7"),
        Case("ramino.score", deals(deal("Ada", Bea=9, Cyd="-3")), "deals.0.hands.Cyd", 3, at="-3"),
        Case("marriage.settle", settle(ASHA, BINA | {"maal": -5}), "players.1.maal", 5),
        Case("marriage.settle", settle(ASHA | {"tunnels": -5}, BINA), "players.0.tunnels", 5),
        Case("marriage.settle", settle(ASHA, BINA | {"tunnels": -1000000}), "players.1.tunnels", 1),
        Case("muriel.score", {"hands": [{"Ada": "-1000000"}]}, "hands.0.Ada", 0, at="-1000000"),
    ],
    "dublees-need-players": [
        Case("marriage.settle", settle(ASHA, BINA | {"dublee": True}), "players", [ASHA, BINA], may_name="2 4"),
        Case(
            "marriage.settle", settle(ASHA | {"dublee": True}, BINA, CHIR), "players", [ASHA, BINA, CHIR], may_name="3 4"
        ),
    ],
    "empty-trick": [
        Case("muriel.hand", hand(tricks=[[]]), "tricks.0", FIRST),
        Case("muriel.hand", hand(tricks=[FIRST, ""]), "tricks.1", SECOND, may_name="2"),
    ],
    "four-names": [
        Case("murlan.score", {"hands": [ORDER, ["Ana", "Ben", "Eda"]]}, "hands.1", ORDER, may_name="4"),
        Case("murlan.score", {"hands": [["Ana", "Ben", "Eda", "Ana"]]}, "hands.0", ORDER, may_name="4"),
        Case("murlan.score", {"hands": [["Ana", "Ben", "Eda", " "]]}, "hands.0", ORDER, may_name="4"),
    ],
    "hand-size": [
        Case("marriage.arrange", {"hand": HELD[3:]}, "hand", HELD, may_name="20 21 22"),
        Case("marriage.arrange", {"hand": f"{HELD} 2c 3c", "tiplu": "7s"}, "hand", HELD, may_name="21 22 23"),
    ],
    "hand-too-large": [
        Case("ramino.arrange", with_house({"hand": f"{SUITS} As"}, pack="two"), "hand", "As As", may_name="52 53"),
        Case("machiavelli.turn", {"before": [], "hand": f"{SUITS} As 2s", "after": []}, "hand", "As", may_name="52 54"),
    ],
    "holds-nothing": [
        Case("ramino.score", deals(deal("Ada", Bea=0)), "deals.0.hands.Bea", 5, at="Bea"),
        Case("ramino.score", deals(deal("Ada", Bea=5, Cyd="")), "deals.0.hands.Cyd", "7d", at="Cyd"),
        Case("ramino.score", deals(deal("Ada", Bea=5), deal("Bea")), "deals.1.hands.Ada", 7, at="Ada", may_name="1"),
    ],
    "how-many-cards": [
        Case("muriel.trick", {"cards": "As 2s 3s 4s 5s 6s 7s 8s 9s Ts"}, "cards", "As 2s", may_name="1 10 9"),
        Case("muriel.trick", {"cards": [*"A23456789TJ"]}, "cards", ["A"], may_name="1 11 9"),
    ],
    "how-many-players": [
        Case("ramino.score", deals(deal("Ada")), "deals.0", deal("Ada", Bea=3), may_name="1 2 6"),
        Case(
            "ramino.score",
            deals(deal("Ada", Bea=1, Cyd=1, Dan=1, Eva=1, Fil=1, Gil=1)),
            "deals.0",
            deal("Ada", Bea=1),
            may_name="2 6 7",
        ),
    ],
    "joker-colour": [
        Case("murlan.combination", {"cards": "X"}, "cards", "Xb", at="X", may_name="Xb Xr"),
        Case("murlan.plays", {"hand": "7c 8d", "table": ["X"]}, "table", ["Xr"], at="X", may_name="Xb Xr"),
        Case("murlan.exchange", {"first_hand": "7c", "last_hand": "x 9d"}, "last_hand", "9d", at="X", may_name="Xb Xr"),
    ],
    "joker-tiplu": [
        Case("marriage.set", with_house({"cards": "5h 6h 7h", "tiplu": "X"}, jokers=True), "tiplu", "7s", at="X"),
        Case("marriage.maal", {"cards": "5h", "tiplu": "Xr"}, "tiplu", "7s", at="Xr"),
    ],
    "more-than-pack": [
        Case("machiavelli.score", {"hands": {"Ada": 100, "Bea": 5}}, "hands", {"Ada": 5, "Bea": 5}, may_name="105 104"),
        Case("ramino.score", deals(deal("Ada", Bea=900)), "deals.0.hands.Bea", 90, at="900", may_name="340"),
        Case("ramino.score", deals(deal("Ada", Bea=200, Cyd=300)), "deals.0.hands", {"Bea": 9, "Cyd": 3}, may_name="340 500"),
    ],
    "murder-with-kidnap": [
        Case("marriage.settle", with_house(settle(*ROUND), unseen_maal="murder, kidnap"), "house.unseen_maal", "murder",
             at="murder, kidnap"),
        Case("marriage.settle", with_house(settle(*ROUND), unseen_maal=["kidnap", "murder"]), "house.unseen_maal",
             "kidnap", at='["kidnap", "murder"]'),
    ],
    "name-twice": [
        Case("marriage.settle", settle(ASHA, ASHA | {"winner": False}), "players.1.name", "Bina"),
        Case("marriage.settle", settle(ASHA, BINA, CHIR | {"name": " Bina "}), "players.2.name", "Chir"),
    ],
    "names-for-cards": [
        Case("muriel.trick", {"cards": "7c 8c 9c", "players": ["Ada", "Bea"]}, "players", ["Ada", "Bea", "Cyd"],
             may_name="2 3"),
        Case("muriel.trick", {"cards": ["7c"], "players": ["Ada", "Bea"]}, "players", [], may_name="1 2"),
    ],
    "nine-hands": [
        Case("muriel.hand", hand(deal=DEAL[:8]), "deal", DEAL, may_name="8 9"),
        Case("muriel.hand", hand(deal=" / ".join(["8s Ts 2d", *DEAL[1:], "6c Tc Xb"])), "deal", DEAL, may_name="10 9"),
    ],
    "no-cards": [
        Case("murlan.combination", {"cards": 5}, "cards", "5"),
        Case("marriage.set", {"cards": ["5h", 6, "7h"]}, "cards", ["5h", "6h", "7h"]),
        Case("machiavelli.best", {"table": ["3c 4c 5c", None], "hand": ""}, "table.1", GONE),
    ],
    "no-deal": [
        Case("ramino.score", deals("Ada"), "deals.0", deal("Ada", Bea=3), may_name="winner hands at_once"),
        Case("ramino.score", deals(deal("Ada", Bea=3), {"winner": "Ada"}), "deals.1", GONE, may_name="at_once"),
        Case("ramino.score", deals(deal("Ada", Bea=3) | {"closed": True}), "deals.0", deal("Ada", Bea=3),
             may_name="at_once", says="with “winner” and “hands”"),
    ],
    "no-deals": [
        Case("ramino.score", deals() | {"deals": "Ada"}, "deals", []),
        Case("ramino.score", deals() | {"deals": deal("Ada", Bea=3)}, "deals", [deal("Ada", Bea=3)]),
    ],
    "no-group": [
        Case("machiavelli.best", {"table": ["3c 4c 5c", "7c 8c"], "hand": "9c"}, "table.1", "7c 8c 9c", at="7c 8c"),
        Case("machiavelli.turn", {"before": "7c 7d 7c / 3c 4c 5c", "hand": "9c", "after": ""}, "before.0",
             "7c 7d 7s / 3c 4c 5c", at="7c 7d 7c"),
        Case("machiavelli.best", {"table": ["Qc Kc Ac 2c"], "hand": "9c"}, "table.0", "Qc Kc Ac", at="Qc Kc Ac 2c"),
    ],
    "no-groups": [
        Case("machiavelli.best", {"table": 5, "hand": ""}, "table", ""),
        Case("ramino.lay_off", {"table": {"0": "3c 4c 5c"}, "hand": "6c"}, "table", ["3c 4c 5c"]),
        Case("marriage.maal", {"tiplu": "7s", "floor": True}, "floor", "7d 7d 7d"),
    ],
    "no-hand": [
        Case("murlan.score", {"hands": [ORDER, "Ana Ben Eda Gent"]}, "hands.1", ORDER, may_name="4"),
        Case("murlan.score", {"hands": [[1, 2, 3, 4]]}, "hands.0", ORDER),
        Case("muriel.score", {"hands": [{"Ada": 5}, ["Ada", 5]]}, "hands.1", {"Ada": 5}, says="Hand 2 has to be an object"),
        Case("muriel.score", {"hands": [{" ": 5}]}, "hands.0", {"Ada": 5}),
    ],
    "no-hands": [
        Case("machiavelli.score", {"hands": [3, 5]}, "hands", {"Ada": 3, "Bea": 5}),
        Case("muriel.score", {"hands": {"Ada": 5}}, "hands", [{"Ada": 5}]),
        Case("murlan.score", {"hands": "Ana Ben Eda Gent"}, "hands", [ORDER], may_name="4"),
        Case("ramino.score", deals({"winner": "Ada", "hands": [5]}), "deals.0.hands", {"Bea": 5}, says="“hands” is an object"),
        Case("ramino.score", deals({"winner": "Ada", "hands": {"": 5}}), "deals.0.hands", {"Bea": 5}, says="“hands” is an object"),
    ],
    "no-indices": [
        Case("ramino.lay_off", {"hand": "6c", "table": ["3c 4c 5c"], "own": 0}, "own", [0], may_name="0"),
        Case("ramino.lay_off", {"hand": "6c", "table": ["3c 4c 5c"], "own": ["first"]}, "own", [0], may_name="0"),
    ],
    "no-json": [
        Case("", b'{"game": "murlan"', "", {"game": "murlan", "ask": "combination", "cards": "7c"}),
        Case("", b'{"game": "ramino", "ask": "deal", "players": NaN}', "",
             {"game": "ramino", "ask": "deal", "players": 2}),
    ],
    "no-list": [
        Case("marriage.settle", {"players": {"Asha": ASHA}}, "players", [ASHA, BINA]),
        Case("marriage.settle", {"players": "Asha Bina"}, "players", [ASHA, BINA]),
    ],
    "no-match": [
        Case("ramino.score", deals(match=100), "match", {"points": 100}),
        Case("ramino.score", deals(match={"points": 100, "deals": 5}), "match", {"deals": 5}),
        Case("ramino.score", deals(match={"hands": 5}), "match", {"deals": 5}),
    ],
    "no-name": [
        Case("marriage.settle", settle(ASHA, BINA | {"name": " "}), "players.1.name", "Bina"),
        Case("marriage.settle", settle(ASHA | {"name": 7}, BINA), "players.0.name", "Asha"),
        Case("marriage.settle", with_house(settle(ASHA, BINA), dhoos=1), "house.dhoos", "Bina", at="1"),
    ],
    "no-names": [
        Case("muriel.trick", {"cards": "7c", "players": "Ada"}, "players", ["Ada"]),
        Case("muriel.trick", {"cards": "7c 8c", "players": ["Ada", ""]}, "players", ["Ada", "Bea"], says="Enter a name"),
    ],
    "no-number": [
        Case("machiavelli.score", {"hands": {"Ada": "some", "Bea": 3}}, "hands.Ada", 4, at="some"),
        Case("machiavelli.score", {"hands": {"Ada": 4, "Bea": None}}, "hands.Bea", 3, at="null", may_name="0"),
        Case("machiavelli.score", {"hands": {"Ada": 4, "Bea": "7c 9x 1c"}}, "hands.Bea", "7c", at="9x"),
        Case("machiavelli.score", {"hands": {"Ada": 4, "Bea": "3 cards"}}, "hands.Bea", 3, at="3 cards"),
        Case("ramino.score", deals(match={"points": 0}), "match.points", 100, at="0", may_name="1 999999"),
        Case("ramino.score", deals(match={"deals": "5"}), "match.deals", 5, at="5", may_name="1 999999", says='“"5"”'),
        Case("ramino.score", deals(match={"points": 1000000}), "match.points", 100, at="1000000", may_name="1 999999", says="from 1 to 999999"),
    ],
    "no-object": [
        Case("", ["murlan"], "", {"game": "murlan", "ask": "combination", "cards": "7c"}),
        Case("murlan.combination", {"cards": "7c", "house": ["joker_pair"]}, "house", {"joker_pair": True}),
        Case("marriage.settle", settle(ASHA, "Bina"), "players.1", BINA),
    ],
    "no-points": [
        Case("muriel.score", {"hands": [{"Ada": "lots"}]}, "hands.0.Ada", 5, at="lots"),
        Case("muriel.score", {"hands": [{"Ada": 2}, {"Bea": 1.5}]}, "hands.1.Bea", 1, at="1.5"),
        Case("muriel.score", {"hands": [{"Ada": "7c 1Z"}]}, "hands.0.Ada", "7c", at="7c 1Z"),
        Case("ramino.score", deals(deal("Ada", Bea="27 pts")), "deals.0.hands.Bea", 27, at="27 pts"),
        Case("marriage.settle", settle(ASHA, BINA | {"maal": "12p"}), "players.1.maal", 12, at="12p"),
        Case("marriage.settle", settle(ASHA, BINA | {"maal": None}), "players.1.maal", 12, at="null", says="Bina’s maal"),
        Case("marriage.settle", settle(ASHA | {"tunnels": 0.5}, BINA), "players.0.tunnels", 5, at="0.5"),
        Case("marriage.settle", settle(ASHA | {"tunnels": "7c 7c 7c"}, BINA), "players.0.tunnels", 5, at="7c 7c 7c"),
    ],
    "no-range": [
        Case("ramino.meld", {"cards": "3-3c 4c"}, "cards", "3-4c", at="3-3c", may_name="A 2 3 Q K"),
        Case("murlan.exchange", {"first_hand": "7s", "last_hand": ["8s", "K-2c"]}, "last_hand", ["2c"], at="K-2c",
             may_name="A 2 3 Q K"),
        Case("ramino.meld", {"cards": "R-2F", "notation": "it"}, "cards", "Q-RF", at="R-2F", may_name="A 2 3 Q K"),
    ],
    "no-such-meld": [
        Case("ramino.lay_off", {"hand": "6c", "table": ["3c 4c 5c"], "own": [0, 1]}, "own.1", GONE, at="1", may_name="0"),
        Case("ramino.lay_off", {"hand": "6c", "table": ["3c 4c 5c"], "own": [-1]}, "own.0", 0, at="-1", may_name="0"),
        Case("ramino.lay_off", {"hand": "6c", "table": "", "own": [0]}, "own.0", GONE, at="0", may_name="0"),
    ],
    "no-switch": [
        Case("murlan.plays", {"hand": "7c", "opening": "true"}, "opening", True, at="true", says='“"true"”'),
        Case("murlan.combination", {"cards": "7c", "house": {"joker_pair": 1}}, "house.joker_pair", True, at="1"),
        Case("murlan.combination", {"cards": "7c", "house": {"joker_pair": None}}, "house.joker_pair", True, at="null"),
        Case("ramino.score", deals(deal("Ada", Bea=3) | {"at_once": "on"}), "deals.0.at_once", True, at="on"),
        Case("marriage.settle", settle(ASHA, BINA | {"seen": "yes"}), "players.1.seen", True, at="yes"),
    ],
    "no-tunnel-no-marriage": [
        Case("marriage.maal", {"tiplu": "7s", "floor": "3c 4c 5c"}, "floor.0", "3c 3c 3c"),
        Case("marriage.maal", {"tiplu": "7s", "floor": ["6s 7s 8s", "6s 7s"]}, "floor.1", GONE),
    ],
    "no-winner": [
        Case("marriage.settle", settle(BINA, CHIR), "players", [ASHA, CHIR]),
        Case("ramino.score", deals(deal(" ", Bea=3)), "deals.0.winner", "Ada", says="choose who won"),
        Case("ramino.score", deals(deal(["Ada"], Bea=3)), "deals.0.winner", "Ada", says="choose who won"),
    ],
    "not-held": [
        Case("muriel.hand", hand(tricks=["Td 2s 3h 9s 4d 4c Kh Tc Th"]), "tricks.0", FIRST, at="Td"),
        Case("muriel.hand", hand(tricks=[FIRST, SECOND.replace("4h", "9s")]), "tricks.1", SECOND, at="9s"),
        Case("muriel.hand", hand(tricks=[FIRST, SECOND.replace("7c", "Kh")]), "tricks.1", SECOND, at="Kh"),
        Case("muriel.hand", hand(tricks=["9 2s 3h 9s 4d 4c Kh Td Th"]), "tricks.0", FIRST, at="9"),
    ],
    "not-in-hand": [
        Case("murlan.play", {"hand": "7c 8d", "cards": "9d", "table": "5s"}, "cards", "8d", at="9d"),
        Case("murlan.play", {"hand": "7c 7s", "cards": "7 7 7"}, "cards", "7 7", at="7"),
        Case("murlan.play", {"hand": "7c 7s", "cards": ["Xr"]}, "cards", ["7s"], at="Xr"),
    ],
    "not-in-pack": [
        Case("ramino.meld", {"cards": "5h 6h X"}, "cards", "5h 6h 7h", at="X"),
        Case("machiavelli.turn", {"before": ["5h 6h Xr"], "hand": "", "after": ""}, "before.0", "5h 6h 7h", at="Xr"),
        Case("machiavelli.score", {"hands": {"Ada": "X", "Bea": 3}}, "hands.Ada", 1, at="X"),
        Case("ramino.score", deals(deal("Ada", Bea="7s X")), "deals.0.hands.Bea", "7s", at="X"),
        Case("marriage.set", {"cards": "5h 6h X"}, "cards", "5h 6h 7h", at="X"),
        Case("marriage.settle", settle(ASHA, BINA | {"maal": "7s X"}, tiplu="7s"), "players.1.maal", "7s", at="X"),
    ],
    "one-card": [
        Case("marriage.set", {"cards": "5h 6h 7h", "tiplu": "7s 8s 9s"}, "tiplu", "7s", at="8s 9s"),
        Case("marriage.settle", settle(ASHA, BINA, tiplu=["7s", "7*"]), "tiplu", ["7s"], at="7s 7h 7d 7c"),
        Case("marriage.maal", {"cards": "5S", "tiplu": "QpDT", "notation": "cs"}, "tiplu", "QP", at="DT"),
    ],
    "one-too-many": [
        Case("muriel.hand", hand(tricks=f"{FIRST} Ad"), "tricks.0", FIRST, at="Ad", may_name="9"),
        Case("muriel.hand", hand(tricks=[*TRICKS.split(" / ")[:13], "3c 5h 2c Ah 5d 4c"]), "tricks.13",
             "3c 5h 2c Ah 5d", at="4c", may_name="5"),
    ],
    "opening-with-table": [
        Case("murlan.play", {"cards": "7c", "table": "5c", "opening": True}, "opening", False),
        Case("murlan.plays", {"hand": "3s", "table": "Xb", "opening": True}, "opening", GONE),
    ],
    "other-name": [
        Case("murlan.score", {"hands": [ORDER, ["Ana", "Ben", "Eda", "Zef"]]}, "hands.1", ORDER, may_name="4"),
        Case("murlan.score", {"hands": [ORDER, ["ana", "Ben", "Eda", "Gent"], ORDER]}, "hands.1", ORDER, may_name="4"),
    ],
    "other-player": [
        Case("ramino.score", deals(deal("Ada", Bea=3), deal("Cyd", Bea=3)), "deals.1.winner", "Ada", at="Cyd"),
        Case("ramino.score", deals(deal("Ada", Bea=3), deal("Bea", Ada=3, Cyd=4)), "deals.1.hands.Cyd", GONE, at="Cyd"),
    ],
    "players-number": [
        Case("marriage.settle", settle(ASHA), "players", [ASHA, BINA], may_name="1 2 5"),
        Case(
            "marriage.settle",
            settle(*ROUND, BINA | {"name": "Esha"}, BINA | {"name": "Fali"}),
            "players",
            ROUND,
            may_name="2 5 6",
        ),
    ],
    "required": [
        Case("murlan.combination", {}, "cards", "7c"),
        Case("machiavelli.best", {"table": None, "hand": "7c"}, "table", ""),
        Case("ramino.meld", {"cards": ""}, "cards", "7c"),
        Case("ramino.deal", {}, "players", 2),
        Case("ramino.score", {"deals": []}, "match", {"points": 100}),
        Case("muriel.score", {}, "hands", []),
        Case("marriage.maal", {"tiplu": "7s", "cards": "", "floor": "/"}, "cards", "7s"),
        Case("marriage.settle", settle(ASHA, {"name": "Bina", "maal": 5}), "players.1.seen", True),
        Case("marriage.settle", settle(ASHA, BINA | {"maal": ""}), "players.1.maal", 5, says="Bina’s maal"),
    ],
    "same-name": [
        Case("muriel.trick", {"cards": "7c 8c", "players": ["Ada", "Ada"]}, "players", ["Ada", "Bea"], at="Ada"),
        Case("muriel.trick", {"cards": "7 8 9", "players": ["Bea", "Ada", "Bea"]}, "players", [], at="Bea"),
    ],
    "six-cards": [
        Case("muriel.hand", hand(deal=["8s Ts 2d 6c Tc", *DEAL[1:]]), "deal.0", DEAL[0], may_name="1 5 6"),
        Case("muriel.hand", hand(deal=[*DEAL[:7], f"{DEAL[7]} Xr", "3s 4s Th Ad Jd"]), "deal.7", DEAL[7],
             may_name="8 7 6", then="deal.8 six-cards"),
        Case("muriel.hand", hand(deal=[*DEAL[:8], ""]), "deal.8", DEAL[8], may_name="9 0 6"),
    ],
    "suit-counts": [
        Case("murlan.play", with_house({"cards": "4 5s 6s 7s 8s"}, straight_flush=True), "cards", "4s 5s 6s 7s 8s",
             at="4"),
        Case("murlan.play", with_house({"cards": "9s", "table": "4s 5s 6s 7s 8"}, straight_flush=True), "table",
             "4s 5s 6s 7s 8s", at="8"),
        Case("murlan.plays", with_house({"hand": "T J Q K A 3s"}, straight_flush=True), "hand", "Ts Js Qs Ks As",
             at="T", may_name="10"),
    ],
    "suit-opens": [
        Case("murlan.play", {"cards": "3", "hand": "3s 3h 7c", "opening": True}, "cards", "3s", at="3", may_name="3s"),
        Case("murlan.plays", {"hand": "3 7c", "opening": True}, "hand", "3h 7c", at="3", may_name="3s"),
    ],
    "suit-twice": [
        Case("murlan.combination", {"cards": "Qss"}, "cards", "Qsh", at="Qss"),
        Case("marriage.set", {"cards": "5C 7PP", "notation": "it"}, "cards", "5C 7P", at="7PP"),
    ],
    "table-no-combination": [
        Case("murlan.play", {"cards": "9d", "table": "7c 8c"}, "table", "8c", may_name="2 3 4"),
        Case("murlan.play", {"cards": "9d", "table": "Xb Xr"}, "table", "8c"),
        Case("murlan.plays", {"hand": "9d", "table": "3s 4s 5s 6s 8s"}, "table", "3s 4s 5s 6s 7s", may_name="7"),
        Case("murlan.plays", {"hand": "9d", "table": "7c 7d 7s 9c 9s"}, "table", "7c 7d 7s"),
    ],
    "table-no-meld": [
        Case("ramino.lay_off", {"hand": "6c", "table": ["3c 4c 5d"]}, "table.0", "3c 4c 5c", at="3c 4c 5d"),
        Case("ramino.lay_off", {"hand": "6c", "table": "3c 4c 5c / 7d 7s"}, "table.1", "3c 4c 5c", at="7d 7s"),
    ],
    "third-tiplu": [
        Case("marriage.set", {"cards": "7s 7s 7s", "tiplu": "7s"}, "cards", "7s 7s", at="7s", may_name="3 2"),
        Case("marriage.maal", {"cards": "7s 7s", "floor": ["6s 7s 8s"], "tiplu": "7s"}, "floor.0", "3c 3c 3c", at="7s",
             may_name="3 2"),
        Case("marriage.settle", settle(ASHA | {"maal": "7s 7s"}, BINA | {"maal": "7s"}, tiplu="7s"), "players.1.maal",
             "8s", at="7s", may_name="3 2", says="only the other two"),
    ],
    "tiplu-needed": [
        Case("marriage.settle", settle(ASHA | {"maal": "7s"}, BINA), "tiplu", "7s"),
        Case("marriage.settle", settle(ASHA, BINA | {"maal": ["8s", "9s"]}, tiplu=""), "tiplu", "3c"),
    ],
    "too-long": [
        Case("", b'{"game": "murlan", "ask": "combination", "cards": "' + b"7c " * 7000 + b'"}', "",
             {"game": "murlan", "ask": "combination", "cards": "7c"}, may_name="20000"),
        Case("", b" " * 20001, "", {"game": "murlan", "ask": "combination", "cards": "7c"}, may_name="20000"),
    ],
    "too-many": [
        Case("murlan.combination", {"cards": "7c 7c"}, "cards", "7c 7d", at="7c", may_name="1"),
        Case("murlan.plays", {"hand": "7 7 7 7 7"}, "hand", "7 7 7 7", at="7", may_name="4"),
        Case("murlan.plays", {"hand": "7c 9d", "table": "9d"}, "table", "8d", at="9d", may_name="1"),
        Case("muriel.hand", hand(deal=["Xr Ts 2d 6c Tc Xb", *DEAL[1:]]), "deal.8", "3s 4s Th Ad Jd 8s", at="Xr", may_name="1"),
        Case("ramino.lay_off", {"hand": "5h", "table": ["5h 6h 7h"]}, "table.0", "8h 6h 7h", at="5h", may_name="1"),
        Case("ramino.score", deals(deal("Ada", Bea="7s", Cyd="7s")), "deals.0.hands.Cyd", "8s", at="7s", may_name="1"),
        Case("machiavelli.best", {"table": ["5h 6h 7h"], "hand": ["5h", "5h"]}, "hand", "5h", at="5h", may_name="2"),
        Case("machiavelli.score", {"hands": {"Ada": "9c 9c", "Bea": "9c"}}, "hands.Bea", "8c", at="9c", may_name="2"),
        Case("marriage.set", {"cards": "7s 7s 7s 7s"}, "cards", "7s 7s 7s", at="7s", may_name="3"),
        Case("marriage.arrange", with_house({"hand": "X X " + HELD[6:]}, main_card=True), "hand", HELD, at="X", may_name="1"),
    ],
    "too-many-players": [
        Case("machiavelli.score", {"hands": dict.fromkeys("ABCDEFGH", 3)}, "hands", {"A": 3, "B": 3}, may_name="13 7 8"),
        Case("muriel.score", {"hands": [dict.fromkeys("ABCDEFGHI", 3), {"J": 3}]}, "hands", [{"A": 3}], at="J",
             may_name="9 10"),
        Case("muriel.trick", {"cards": "7c", "players": [*"ABCDEFGHIJK"]}, "players", ["A"], at="J", may_name="9"),
    ],
    "too-many-points": [
        Case("muriel.score", {"hands": [{"Ada": 1000000}]}, "hands.0.Ada", 100, at="1000000", may_name="999999"),
        Case("marriage.settle", settle(ASHA | {"maal": "1000000"}, BINA), "players.0.maal", 100, may_name="99999"),
        Case("marriage.settle", settle(ASHA, BINA | {"tunnels": 100000}), "players.1.tunnels", 1, may_name="99999"),
    ],
    "twice-in-trick": [
        Case("muriel.hand", hand(tricks=FIRST.replace("2s", "Tc")), "tricks.0", FIRST, at="Tc"),
        Case("muriel.hand", hand(tricks=[FIRST, SECOND.replace("2d", "Kc")]), "tricks.1", SECOND, at="Kc"),
    ],
    "two-out": [
        Case("machiavelli.score", {"hands": {"Ada": 0, "Bea": 0}}, "hands", {"Ada": 0, "Bea": 1}),
        Case("machiavelli.score", {"hands": {"Ada": 0, "Bea": 3, "Cyd": []}}, "hands", {"Ada": 0, "Bea": 3, "Cyd": "7c"}),
    ],
    "two-players": [
        Case("machiavelli.score", {"hands": {"Ada": 4}}, "hands", {"Ada": 4, "Bea": 5}, may_name="2"),
        Case("machiavelli.score", {"hands": {}}, "hands", {"Ada": 4, "Bea": 5}, may_name="2"),
    ],
    "two-winners": [
        Case("marriage.settle", settle(ASHA, BINA | {"winner": True}), "players", [ASHA, BINA]),
        Case("marriage.settle", settle(ASHA, CHIR, BINA | {"winner": True}, DEVI), "players", ROUND),
    ],
    "unfinished": [
        Case("muriel.hand", hand(tricks=FIRST[:-3]), "tricks.0", FIRST, may_name="9"),
        Case("muriel.hand", hand(tricks=[FIRST, "Td", *_MORE]), "tricks.1", SECOND, may_name="9"),
    ],
    "unknown-ask": [
        Case("", {"game": "murlan", "ask": "plaj", "hand": "7c"}, "ask", "plays", at="plaj"),
        Case("", {"game": "ramino", "players": 2}, "ask", "deal", may_name="ask"),
        Case("", {"game": "murlan", "ask": "next", "hand": "7c"}, "ask", "plays", at="next"),
    ],
    "unknown-card": [
        Case("murlan.combination", {"cards": "7c 1Z"}, "cards", "7c 7d", at="1Z", may_name="2"),
        Case("muriel.trick", {"cards": ["7", "14s"]}, "cards", ["7"], at="14s", may_name="2"),
        Case("marriage.set", {"cards": ["5h 6h", "7h"]}, "cards", ["5h", "6h", "7h"], at="5h 6h", says="each text is one card"),
        Case("ramino.meld", {"cards": "7 8 9"}, "cards", "7s 8s 9s", at="7", may_name="7c"),
        Case("murlan.combination", {"cards": "45678"}, "cards", "4 5 6 7 8", at="45678", may_name="4 5 6 7 8 4-8c"),
        Case("murlan.combination", {"cards": "8h9"}, "cards", "8h 9", at="8h9", may_name="8h 9"),
        Case("muriel.hand", hand(deal=["8s Ts 2d 6c Tc Zb", *DEAL[1:]]), "deal.0", DEAL[0], at="Zb", may_name="1 6"),
        Case("machiavelli.turn", {"before": "3c 4c 5c / 7h 7d 7p", "hand": "", "after": ""}, "before.1",
             "3c 4c 5c", at="7p", may_name="3"),
        Case("marriage.settle", settle(ASHA, BINA | {"maal": "7s lots"}, tiplu="7s"), "players.1.maal", "7s", at="lots"),
        Case("ramino.score", deals(deal("Ada", Bea="some")), "deals.0.hands.Bea", 7, at="some", may_name="1"),
        Case("marriage.set", {"cards": "5h 6h", "notation": "it"}, "cards", "5C 6C", at="5h", may_name="1"),
    ],
    "unknown-choice": [
        Case("ramino.deal", {"players": 7}, "players", 6, at="7", may_name="2 3 4 5 6"),
        Case("ramino.deal", {"players": "2"}, "players", 2, at="2", may_name="2 3 4 5 6", says='“"2"”'),
        Case("muriel.hand", hand(dealer=9), "dealer", 8, at="9", may_name="0 1 2 3 4 5 6 7 8"),
        Case("murlan.play", with_house({"cards": "7c"}, straight_step="two"), "house.straight_step", "one", at="two"),
        Case("marriage.arrange", {"hand": HELD, "players": None} | {"house": {"dublee_bonus": 6}}, "house.dublee_bonus", 7,
             at="6", may_name="5 7 0"),
    ],
    "unknown-field": [
        Case("murlan.play", {"cards": "7c", "card": "7c"}, "card", GONE, at="card"),
        Case("ramino.meld", with_house({"cards": "7c"}, joker_pair=True), "house.joker_pair", GONE, at="joker_pair"),
        Case("marriage.settle", settle(ASHA, BINA | {"points": 3}), "players.1.points", GONE, at="points"),
    ],
    "unknown-game": [
        Case("", {"game": "bridge", "ask": "play"}, "game", "ramino", at="bridge", then="ask unknown-ask"),
        Case("", {"ask": "deal", "players": 2}, "game", "ramino", may_name="game"),
    ],
    "unknown-lang": [
        Case("", {"game": "ramino", "ask": "deal", "players": 2, "lang": "de"}, "lang", "cs", at="de"),
        Case("", {"game": "ramino", "ask": "deal", "players": 2, "lang": None}, "lang", GONE, at="null"),
    ],
    "unknown-name": [
        Case("marriage.settle", with_house(settle(ASHA, BINA), dhoos="Zita"), "house.dhoos", "Bina"),
        Case("marriage.settle", with_house(settle(*ROUND), dhoos="asha"), "house.dhoos", "Asha"),
    ],
    "unknown-notation": [
        Case("murlan.plays", {"hand": "7", "notation": "de"}, "notation", "cs", at="de"),
        Case("murlan.plays", {"hand": "7", "notation": ["it"]}, "notation", "it", at='["it"]'),
    ],
    "unseen-dublee": [
        Case("marriage.settle", settle(ASHA, BINA, CHIR | {"dublee": True}, DEVI), "players", ROUND, may_name="7"),
        Case("marriage.settle", settle(ASHA, BINA, CHIR, DEVI | {"dublee": True}, BINA | {"name": "Esha"}), "players", ROUND,
             may_name="7"),
    ],
    "unseen-winner": [
        Case("marriage.settle", settle(ASHA | {"seen": False}, BINA), "players", [ASHA, BINA]),
        Case("marriage.settle", settle(BINA, DEVI | {"winner": True}), "players", [BINA, ASHA]),
    ],
    "winner-holds": [
        Case("ramino.score", deals(deal("Ada", Bea=3, Ada=5)), "deals.0.hands.Ada", GONE, at="Ada"),
        Case("ramino.score", deals(deal("Ada", Bea=3), deal("Bea", Ada=3, Bea="Ks")), "deals.1.hands.Bea", 0, at="Bea"),
    ],
}  # fmt: skip
