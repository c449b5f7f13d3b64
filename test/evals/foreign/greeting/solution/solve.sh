printf '#!/bin/sh\necho "Hello, ${1:-world}!"\n' > bin/greet.sh
