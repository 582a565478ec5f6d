"""Marriage, as it is played in Nepal: three decks, sets with wild cards, maal and who pays whom."""
