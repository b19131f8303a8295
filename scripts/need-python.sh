#!/bin/sh
# need-python.sh: installs Python and its module for environments, which are separate packages in Debian, if run as root; otherwise
# fails with a message. PYTHON selects another one than python3.
set -eu
python=${PYTHON:-python3}
command -v "$python" >/dev/null || sh "$(dirname "$0")/need.sh" python3 python3-venv
"$python" -c 'import ensurepip, venv' 2>/dev/null || sh "$(dirname "$0")/need.sh" python3-venv python3-venv
