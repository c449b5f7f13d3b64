import unittest

from baskets import add


class AddTest(unittest.TestCase):
    def test_adds_to_a_basket(self):
        basket = ["apple"]
        self.assertEqual(add("pear", basket), ["apple", "pear"])

    def test_new_baskets_are_empty_before(self):
        add("apple")
        self.assertEqual(add("pear"), ["pear"])
