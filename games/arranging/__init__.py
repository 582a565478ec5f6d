"""Arranging cards into melds: one room for every rummy game, plain Python, exact.

==============  ===================================================================================================
``melds``       what a meld is under a game's laws: is this a set, a run, or nothing, and why not; laying off
``deadwood``    a hand on its own: the arrangement with the least deadwood; cards that would help
``doubles``     what ``deadwood`` stands on where cards come twice or jokers play: four suits as automata
``rebuild``     a table and a hand together: the turn that plays most cards and disturbs the table least
``task``        what ``rebuild`` asks of its two ways of searching, and what it gets
``lattice``     the one, quick where there is little to choose: four suits as automata, joined by the sets of each rank
``programme``   the other, for jokers, many copies, large hands: a whole number for each group there could be
``simplex``     what ``programme`` stands on: linear programmes whose variables are all bounded, dual simplex
``budget``      how long a search may go on
``moves``       two tables, before and after: which groups were kept, extended, broken, built, and from what
``wild``        a hand with wild cards and pure sets, three decks: its arrangement, and how many cards it lacks
==============  ===================================================================================================

Nothing here knows a game; a game brings its :class:`~games.arranging.melds.Laws` and says in its own
words what comes back. Copies of a card are interchangeable and the order in which cards are given never matters.
"""
