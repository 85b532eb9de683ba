"""Signs what schemathesis sends, so that it comes past the signature; see docs/league.md for what is signed."""

import base64
import hashlib
import os
import random

import requests
import schemathesis
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

BASE = os.environ["TAQUIN_LEAGUE"]
KEY = ec.generate_private_key(ec.SECP256R1())
POINT = KEY.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
numbers = random.Random(16)


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


PLAYER = encoded(hashlib.sha256(POINT).digest()[:15])


class Signed(requests.auth.AuthBase):
    """Signs a request as it goes out: its bytes are final then."""

    def __init__(self) -> None:
        self.challenge = requests.get(f"{BASE}/api/league", timeout=20).json()["challenge"]

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        body = request.body or b""
        body = body.encode() if isinstance(body, str) else body if isinstance(body, bytes) else b""
        path = request.path_url.split("?")[0]
        text = "\n".join(["taquin-league-1", request.method, path, self.challenge, encoded(hashlib.sha256(body).digest())])
        r, s = decode_dss_signature(KEY.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        request.headers["Taquin-Player"] = PLAYER
        request.headers["Taquin-Challenge"] = self.challenge
        request.headers["Taquin-Signature"] = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return request


SIGNED = Signed()
came = requests.post(f"{BASE}/api/players", json={"key": encoded(POINT), "name": "Schemathesis"}, auth=SIGNED, timeout=20)
came.raise_for_status()


@schemathesis.hook
def before_call(context, case, kwargs):
    # Now and then about oneself, and now and then unsigned; oneself is never deleted.
    if case.path_parameters and "id" in case.path_parameters and "players" in case.path and case.method != "DELETE" and numbers.random() < 0.5:
        case.path_parameters["id"] = PLAYER
    if numbers.random() < 0.8:
        kwargs["auth"] = SIGNED
