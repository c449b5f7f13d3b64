#!/bin/bash
[ "$(sh bin/greet.sh Ada)" = 'Hello, Ada!' ] && [ "$(sh bin/greet.sh)" = 'Hello, world!' ]
