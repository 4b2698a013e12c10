"""A service under test: started on a free port of the loopback, watched through /proc, ended at the end."""

import http.client
import os
import subprocess
import threading

TICKS = os.sysconf("SC_CLK_TCK")


class Service:
    def __init__(self, program, *flags):
        command = [program, "serve", "--listen", "127.0.0.1:0", *flags]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "http://" in line:
                self.address = line.split("http://")[1].strip()
                break
        # The log is read and dropped, so that it never blocks the service.
        threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def connect(self):
        return http.client.HTTPConnection(self.address, timeout=60)

    def metric(self, connection, name):
        connection.request("GET", "/metrics", headers={"Host": "localhost"})
        text = connection.getresponse().read().decode()
        return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"isocount_{name} ")))

    def cpu_seconds(self):
        """CPU time of the process so far, of all its threads."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident_megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS:"))
