#!/bin/bash
exec node --test "$TEST_DIR/test_outputs.mjs"
