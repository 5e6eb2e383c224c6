"""The hostile suite: cases as data, and what plays them."""
