import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from baskets import add  # noqa: E402


class HiddenTest(unittest.TestCase):
    def test_new_baskets_share_nothing(self):
        self.assertEqual([add(1), add(2), add(3)], [[1], [2], [3]])

    def test_a_given_basket_is_the_one_that_is_filled(self):
        basket = []
        self.assertIs(add(1, basket), basket)
        self.assertEqual(basket, [1])
