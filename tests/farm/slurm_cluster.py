"""Slurm on this machine alone: munged, slurmctld and slurmd from Debian's packages, without systemd, in a folder of its own.

    slurm_cluster.py            # starts one, prints how to use it, stops it when interrupted
"""
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel")


def missing():
    """Programs that are not installed."""
    return [name for name in PROGRAMS if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def memory_megabytes():
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // (1 << 20)


class SlurmCluster:
    """One node that is its own controller. Needs root, as slurmd does. `arrays` is MaxArraySize."""

    def __init__(self, arrays=11, slurmd_timeout=5):
        self.temporary = tempfile.TemporaryDirectory(prefix="slurm")
        self.folder = Path(self.temporary.name)
        # Daemons of Slurm's user must reach it.
        self.folder.chmod(0o755)
        self.daemons = {}
        self.node = socket.gethostname().split(".")[0]
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf"),
                            "PATH": os.environ["PATH"] + ":/usr/sbin"}
        self.write_configuration(arrays, slurmd_timeout)

    def write_configuration(self, arrays, slurmd_timeout):
        controller, worker = free_ports(2)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(64))
        key.chmod(0o600)
        (self.folder / "slurm.conf").write_text(f"""
ClusterName=sinew
SlurmctldHost={self.node}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={worker}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
# What ran on a lost node starts again after cred_expire, two minutes by default.
AuthInfo=socket={self.folder}/munge.socket,cred_expire=20
CredType=cred/munge
StateSaveLocation={self.folder}/state
SlurmdSpoolDir={self.folder}/spool
SlurmctldPidFile={self.folder}/slurmctld.pid
SlurmdPidFile={self.folder}/slurmd.pid
SlurmctldLogFile={self.folder}/slurmctld.log
SlurmdLogFile={self.folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=sched_interval=2,bf_interval=2
MaxArraySize={arrays}
SlurmdTimeout={slurmd_timeout}
KillWait=12
ReturnToService=2
NodeName={self.node} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} RealMemory={memory_megabytes()} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")

    def start(self):
        self.start_daemon("munged", "--foreground", "--force", f"--key-file={self.folder}/munge.key",
                          f"--socket={self.folder}/munge.socket", f"--pid-file={self.folder}/munged.pid",
                          f"--log-file={self.folder}/munged.log", f"--seed-file={self.folder}/munged.seed")
        self.wait_for("munged", lambda: (self.folder / "munge.socket").exists())
        self.start_daemon("slurmctld", "-D", "-i")
        self.start_slurmd()
        self.wait_for("a node", lambda: "idle" in self.call("sinfo", "--noheader", "--format=%t"), seconds=60)
        return self

    def start_slurmd(self):
        self.start_daemon("slurmd", "-D", "-N", self.node)

    def start_daemon(self, name, *arguments):
        log = open(self.folder / f"{name}.out", "ab")
        self.daemons[name] = subprocess.Popen([name, *arguments], env=self.environment, stdout=log, stderr=log,
                                              stdin=subprocess.DEVNULL, start_new_session=True)
        log.close()

    def kill(self, name):
        """As a machine dies."""
        self.daemons[name].kill()
        self.daemons.pop(name).wait()

    def call(self, *command):
        """What a command says, whether it likes its life or not."""
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False).stdout

    def wait_for(self, what, condition, seconds=30):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{what} after {seconds} s; {self.logs()}")
            time.sleep(0.1)

    def logs(self):
        """The ends of all logs."""
        paths = sorted([*self.folder.glob("*.log"), *self.folder.glob("*.out")])
        return "\n".join(f"{p.name}:\n{p.read_text(errors='replace')[-1500:]}" for p in paths)

    def stop(self):
        self.call("scancel", "--user=root", "--full")
        for name in ("slurmd", "slurmctld", "munged"):
            daemon = self.daemons.pop(name, None)
            if daemon is None:
                continue
            daemon.terminate()
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        self.temporary.cleanup()


def main():
    if missing():
        sys.exit(f"not installed: {', '.join(missing())}; tools/setup test installs them")
    cluster = SlurmCluster().start()
    print(f"export SLURM_CONF={cluster.environment['SLURM_CONF']}", flush=True)
    try:
        signal.sigwait({signal.SIGINT, signal.SIGTERM})
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
