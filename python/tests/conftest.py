import os

import pytest

FULL = bool(os.environ.get("TAQUIN_FULL"))

# How long Ray waits for its own processes is meant for machines with nothing else to do. It is read when Ray is imported, which an
# early test does, and by every process that Ray starts. A process that was killed is missed at once, whatever stands here.
for name, patience in {
    "RAY_gcs_server_port_wait_time_s": "300",
    "RAY_gcs_rpc_server_connect_timeout_s": "300",
    "RAY_gcs_server_request_timeout_seconds": "300",
    "RAY_raylet_start_wait_time_s": "300",
    "RAY_raylet_client_num_connect_attempts": "300",
    "RAY_agent_register_timeout_ms": "300000",
    "RAY_worker_register_timeout_seconds": "300",
    "RAY_health_check_timeout_ms": "60000",
}.items():
    os.environ.setdefault(name, patience)


def pytest_collection_modifyitems(items):
    for item in items:
        if "full" in item.keywords and not FULL:
            item.add_marker(pytest.mark.skip(reason="takes minutes; TAQUIN_FULL=1 runs it"))
