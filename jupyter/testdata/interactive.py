"""Uses two kernels at once, as two open notebooks in JupyterLab would."""

import os
import time

from jupyter_client.manager import KernelManager

SLEEPER = """
import "os/signal"
%%
c := make(chan os.Signal, 1)
signal.Notify(c, os.Interrupt)
fmt.Println("ready")
<-c
fmt.Println("interrupted")
"""


def start():
    manager = KernelManager(kernel_name="chesscensus")
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=600)
    return manager, client


def output(client, request, until=None):
    """Collects what a request prints, up to the text until or to its end."""
    text = ""
    while until is None or until not in text:
        message = client.get_iopub_msg(timeout=600)
        if message["parent_header"].get("msg_id") != request:
            continue
        content = message["content"]
        if message["msg_type"] == "stream":
            text += content["text"]
        elif message["msg_type"] == "error":
            text += "FAILED: " + "".join(content["traceback"])
        elif message["msg_type"] == "status" and content["execution_state"] == "idle":
            return text
    return text


def check(got, want):
    assert want in got and "FAILED" not in got, f"got {got!r}, want {want!r}"


def greet(client, name):
    request = client.execute('import "chesscensus/greet"\n%%\nfmt.Println(greet.Hello("' + name + '"))')
    check(output(client, request), f"Hello, {name}!")


pairs = [start(), start()]
for i, (_, client) in enumerate(pairs):
    greet(client, f"kernel{i}")

# Both cells run at the same time; each sees the interrupt of its own kernel.
requests = [client.execute(SLEEPER) for _, client in pairs]
for (_, client), request in zip(pairs, requests):
    check(output(client, request, until="ready"), "ready")
for (manager, client), request in zip(pairs, requests):
    manager.interrupt_kernel()
    check(output(client, request), "interrupted")
for i, (_, client) in enumerate(pairs):
    greet(client, f"again{i}")

manager, client = pairs[0]
manager.restart_kernel(now=False)
client.wait_for_ready(timeout=600)
greet(client, "restarted")

# A kernel that is killed outright leaves files, which the next one sweeps up.
pid = pairs[1][0].provisioner.pid
os.kill(pid, 9)
time.sleep(2)
pairs.append(start())
greet(pairs[2][1], "sweeper")

for manager, client in pairs:
    client.stop_channels()
    manager.shutdown_kernel(now=False)
