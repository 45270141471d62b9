#!/usr/bin/env python3
"""A worker of BuildGrid, for tests on one machine: takes actions over the Bots interface, one at a time, and has
buildbox-run run each in a sandbox (bubblewrap). It runs with the Python of BuildGrid, which has the messages.

    worker.py HOST:PORT BUILDBOX_RUN FOLDER [ARGUMENT OF BUILDBOX_RUN…]
"""
import os
import signal
import subprocess
import sys
import threading
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as execution_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2 as bots
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2_grpc as bots_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import worker_pb2 as worker

# Not the action's fault: the client may run it elsewhere.
INTERNAL = 13


class Work(threading.Thread):
    """One action, from its lease to its result."""

    def __init__(self, lease, server, runner, folder, arguments):
        super().__init__(daemon=True)
        self.lease, self.server, self.runner = lease, server, runner
        self.folder, self.arguments = folder, arguments
        self.result = self.fault = None
        self.start()

    def run(self):
        try:
            self.result = self.execute(self.action())
        except Exception as error:
            self.fault = f"{type(error).__name__}: {error}"[:500]

    def action(self):
        """A lease holds the action, or its digest."""
        payload = self.lease.payload
        if payload.Is(execution.Action.DESCRIPTOR):
            action = execution.Action()
            payload.Unpack(action)
            return action.SerializeToString()
        digest = execution.Digest()
        payload.Unpack(digest)
        storage = execution_grpc.ContentAddressableStorageStub(grpc.insecure_channel(self.server))
        answer = storage.BatchReadBlobs(execution.BatchReadBlobsRequest(digests=[digest]), timeout=60)
        if answer.responses[0].status.code:
            raise RuntimeError(answer.responses[0].status.message)
        return answer.responses[0].data

    def execute(self, action):
        # Its name has slashes in it.
        name = self.lease.id.replace("/", "-")
        asked = os.path.join(self.folder, "action" + name)
        answered = os.path.join(self.folder, "result" + name)
        with open(asked, "wb") as file:
            file.write(action)
        command = [
            self.runner, f"--remote=http://{self.server}", f"--action={asked}", f"--action-result={answered}",
            "--disable-localcas", f"--workspace-path={self.folder}", "--log-level=warning", *self.arguments,
        ]
        try:
            done = subprocess.run(command, stderr=subprocess.PIPE)
            if done.returncode or not os.path.exists(answered):
                raise RuntimeError(done.stderr.decode(errors="replace")[-400:])
            result = execution.ActionResult()
            with open(answered, "rb") as file:
                result.ParseFromString(file.read())
            return result
        finally:
            for path in (asked, answered):
                if os.path.exists(path):
                    os.remove(path)


class Session:
    """What the server knows of this worker. It must be renewed while an action runs."""

    def __init__(self, server, runner, folder, arguments):
        self.place = (server, runner, folder, arguments)
        self.bots = bots_grpc.BotsStub(grpc.insecure_channel(server))
        device = worker.Device(handle="here", properties=[worker.Device.Property(key="OSFamily", value="linux")])
        known = bots.BotSession(
            bot_id=f"worker-{os.getpid()}", status=bots.OK, worker=worker.Worker(devices=[device]))
        self.known = self.bots.CreateBotSession(
            bots.CreateBotSessionRequest(parent="", bot_session=known), timeout=10)
        self.work = None

    def advance(self):
        """Begins what the server asks for, and hands over what is done."""
        for lease in self.known.leases:
            if self.work is None and lease.state in (bots.PENDING, bots.ACTIVE):
                self.work = Work(bots.Lease.FromString(lease.SerializeToString()), *self.place)
            if self.work is None or self.work.lease.id != lease.id:
                continue
            lease.state = bots.ACTIVE
            self.work.join(1)
            if self.work.is_alive():
                continue
            lease.state = bots.COMPLETED
            if self.work.fault is None:
                lease.result.Pack(self.work.result)
                lease.status.code = 0
            else:
                lease.status.code, lease.status.message = INTERNAL, self.work.fault
            self.work = None

    def renew(self):
        request = bots.UpdateBotSessionRequest(name=self.known.name, bot_session=self.known)
        try:
            self.known = self.bots.UpdateBotSession(request, timeout=10)
        except grpc.RpcError as error:
            if error.code() not in (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.UNAVAILABLE):
                raise
            time.sleep(0.2)

    def end(self):
        """Otherwise the server gives it actions until its session runs out."""
        self.known.status = bots.BOT_TERMINATING
        del self.known.leases[:]
        try:
            self.bots.UpdateBotSession(
                bots.UpdateBotSessionRequest(name=self.known.name, bot_session=self.known), timeout=2)
        except grpc.RpcError:
            pass


def main():
    server, runner, folder, *arguments = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    session = Session(server, runner, folder, arguments)
    print("ready", flush=True)
    try:
        while True:
            session.advance()
            session.renew()
    finally:
        session.end()


main()
