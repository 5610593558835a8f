"""Headless Chromium, which is spoken to through a pair of pipes."""

import fcntl
import json
import os
import shutil
import subprocess


class Page:
    """A page, without a network."""

    def __init__(self, chromium, folder):
        def out_of_the_way(number):  # the browser's ends are its files 3 and 4
            other = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 20)
            os.close(number)
            return other

        its_in, self.out = map(out_of_the_way, os.pipe())
        self.into, its_out = map(out_of_the_way, os.pipe())

        def give():
            os.dup2(its_in, 3)
            os.dup2(its_out, 4)

        self.browser = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--window-size=1280,1000", "--proxy-server=127.0.0.1:9",
             f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=give, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(its_in)
        os.close(its_out)
        self.asked, self.heard, self.events, self.session = 0, b"", [], None
        pages = [one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        self.session = self.ask("Target.attachToTarget", targetId=pages[0]["targetId"],
                                flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(domain + ".enable")

    def next(self):
        while b"\0" not in self.heard:
            piece = os.read(self.into, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.heard += piece
        message, self.heard = self.heard.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        self.asked += 1
        message = {"id": self.asked, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.asked:
                return answer.get("result", answer)
            self.events.append(answer)

    def open(self, file):
        self.events = []
        self.ask("Page.navigate", url=file.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.next())

    def js(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True,
                          returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"].get("exception", answer)))
        return answer["result"].get("value")

    def text(self, name):
        return self.js(f"document.getElementById('{name}').textContent")

    def slide(self, cycle):
        """As a hand on the slider does."""
        self.js(f"(() => {{ const slider = document.getElementById('slider'); slider.value = {cycle};"
                "slider.dispatchEvent(new Event('input')); })()")

    def click(self, selector):
        """The mouse, in the middle of what `selector` finds."""
        x, y = self.js(f"(() => {{ const it = document.querySelector(\"{selector}\");"
                       "it.scrollIntoView({block: 'center'}); const at = it.getBoundingClientRect();"
                       "return [at.x + at.width / 2, at.y + at.height / 2]; })()")
        self.press(x, y)

    def press(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, name):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def resize(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 500)

    def complaints(self):
        """What is wrong in the console: exceptions, errors, and whatever asked the network."""
        wrong = []
        for event in self.events:
            method, told = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown" or \
                    (method == "Log.entryAdded" and told["entry"]["level"] == "error") or \
                    (method == "Runtime.consoleAPICalled" and told["type"] == "error"):
                wrong.append(json.dumps(told)[:300])
        return wrong

    def close(self):
        try:
            self.ask("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.browser.wait()


def browser():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    return None
