"""Rules over Python code: what it calls, opens, downloads and asks for. Comments and printed words do not count."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator

from mlebench.integrity.rules.findings import Located, at
from mlebench.integrity.rules.names import Names
from mlebench.integrity.rules.places import UNKNOWN, Given, Hit, host_hits, path_hits, url_hits
from mlebench.integrity.rules.predictions import label_hits, prediction_hits
from mlebench.integrity.rules.shell import shell_hits

_REQUESTS = re.compile(
    r"(requests|httpx|aiohttp|urllib3)(\.(Session|session|Client|AsyncClient|ClientSession|PoolManager)\(\))?"
    r"\.(get|post|put|patch|head|options|delete|request|stream|urlopen)"
    r"|urllib\.request\.(urlopen|urlretrieve)|(wget|gdown)\.download|(\w+\.)*get_file|pycurl\.\w+"
)
_FETCHERS = re.compile(
    r"kagglehub\..+|kaggle\..+|huggingface_hub\.(hf_hub_download|snapshot_download)|sklearn\.datasets\.fetch_\w+"
    r"|openml\..+|tensorflow_datasets\.load|seaborn\.load_dataset|(tensorflow\.)?keras\.datasets\.\w+\.load_data"
    r"|socket\.create_connection|ftplib\.FTP|paramiko\..+|opendatasets\.download"
)
_WEIGHTS = re.compile(
    r"timm\.create_model|torchvision\.models\.\w+|torch\.hub\.load\w*|nltk\.download|.*\.from_pretrained"
    r"|sentence_transformers\.SentenceTransformer|transformers\.pipeline|spacy\.cli\.download"
)
_MODEL_CLIENTS = re.compile(
    r"(openai|anthropic|google\.generativeai|google\.genai|vertexai|cohere|mistralai|together|groq|replicate|litellm"
    r"|huggingface_hub\.InferenceClient|langchain_(openai|anthropic|google_genai|community\.chat_models))\b.*"
)
_ASKS = re.compile(
    r".*\.(create|acreate|parse|stream|generate_content\w*|a?completion|chat|complete|generate|invoke|run|predict|embed"
    r"|text_generation|chat_completion|send_message)"
)
_OPENERS = {
    *("open", "read_csv", "read_parquet", "read_json", "read_excel", "read_pickle", "read_table", "read_feather"),
    *("load", "loadtxt", "genfromtxt", "fromfile", "memmap", "imread", "ZipFile", "TarFile", "File", "scan_csv"),
    *("listdir", "walk", "scandir", "exists", "isfile", "isdir", "is_file", "is_dir", "glob", "iglob", "rglob"),
    *("iterdir", "stat", "getsize", "access", "chdir", "read_text", "read_bytes", "spec_from_file_location"),
    *("copy", "copy2", "copyfile", "copytree", "move", "symlink", "symlink_to", "link", "import_module", "run_path"),
}
_SEARCHES = {"walk", "glob", "iglob", "rglob", "scandir"}
_SHELLS = re.compile(
    r"os\.(system|popen|exec\w+|spawn\w+)|subprocess\.(run|call|check_call|check_output|Popen|getoutput|getstatusoutput)"
)
_PACKAGED = re.compile(r"sklearn\.datasets\.(load|fetch)_(?!files|svmlight)\w+")
_HIDDEN = re.compile(r"base64\.\w*decode|zlib\.decompress|codecs\.decode|marshal\.loads|bytes\.fromhex")
_SILENT = {"drop", "pop", "print", "info", "debug", "warning", "write_text"}  # what a leak's name may stand in
_LEFT_OUT = re.compile(r"drop|exclu|ignor|unused|leak|skip|remove", re.IGNORECASE)
_LOCAL_URL = re.compile(r"https?://(localhost|127\.0\.0\.1|0\.0\.0\.0)\b")


def python_hits(tree: ast.Module, given: Given) -> Iterator[Located]:
    """Everything that the rules find in a file."""
    names = Names(tree)
    local_client = any(
        _MODEL_CLIENTS.fullmatch(name) and _LOCAL_URL.match(" ".join(_keyword_texts(names, call, "base_url")))
        for call, name in names.calls
    )
    for call, name in names.calls:
        yield from at(_call_hits(names, call, name, given, local_client), call.lineno)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            if any(module.split(".")[0] in ("mlebench", "mle_bench") for module in modules):
                yield Located(Hit("answers", "imports the benchmark itself, where the graders are"), node.lineno)
    yield from _leak_hits(names, given)
    yield from prediction_hits(names)
    yield from label_hits(names, given)
    if not names.is_whole:
        yield Located(Hit("not_given", "names that stand for each other without end: not all was read", False), 1)


def _call_hits(names: Names, call: ast.Call, name: str, given: Given, local_client: bool) -> Iterator[Hit]:
    last, imported = name.rsplit(".", 1)[-1], names.is_imported(name)
    if imported and _REQUESTS.fullmatch(name):
        for url in list(_addresses(names, call)) or [UNKNOWN]:
            yield from url_hits(url, given)
    elif imported and (_FETCHERS.fullmatch(name) or _fetches_data_set(names, call, name)):
        if not given.network:
            yield Hit("not_given", f"{name}: fetches what was not given")
    elif imported and _MODEL_CLIENTS.fullmatch(name):
        asks = _ASKS.fullmatch(name) is not None
        what = "asks a model behind an API" if asks else "makes a client of a model behind an API"
        chained = name.startswith("langchain") and any(each.endswith(".invoke") for _, each in names.calls)
        yield Hit("outside_model", f"{name}: {what}", certain=(asks or chained) and not local_client)
    elif _WEIGHTS.fullmatch(name) and _wants_weights(names, call, name):
        if not given.is_open("huggingface.co", 443):
            yield Hit("not_given", f"{name}: something by its name alone, which comes from the network", certain=False)
    elif _SHELLS.fullmatch(name) and call.args:
        for command in _commands(names, call.args[0]):
            for found in shell_hits(command, given, nested=True):
                yield found.hit
    elif name in ("exec", "eval") and any(_HIDDEN.search(names.dotted(part)) for part in _calls_in(names, call)):
        yield Hit("not_given", f"{name} of code that is hidden from its reader", certain=False)
    elif name.startswith("socket.socket().connect") and call.args and isinstance(call.args[0], ast.Tuple):
        yield from host_hits(names.text(call.args[0].elts[0]), 0, given)
    elif last in _OPENERS and not _writes(names, call, last):
        for path in _paths(names, call):
            yield from path_hits(path, given)
            if last in _SEARCHES and re.fullmatch(r"/+(\*\*.*)?", path):
                yield Hit("answers", f"{name}: goes through the whole machine", certain=False)


def _writes(names: Names, call: ast.Call, last: str) -> bool:
    """open(path, "w"): what is made there is the agent's own."""
    modes = [*map(names.text, call.args[1:2]), *_keyword_texts(names, call, "mode")]
    return last == "open" and any(re.fullmatch(r"[wax]\w*\+?", mode) for mode in modes)


def _fetches_data_set(names: Names, call: ast.Call, name: str) -> bool:
    if name == "datasets.load_dataset":
        first = names.text(call.args[0]) if call.args else UNKNOWN
        return first not in ("csv", "json", "parquet", "text", "imagefolder") and not first.startswith((".", "/"))
    return name.startswith("torchvision.datasets.") and "True" in _keyword_texts(names, call, "download")


def _wants_weights(names: Names, call: ast.Call, name: str) -> bool:
    if name.endswith("from_pretrained") or name.startswith(("sentence_transformers", "transformers.")):
        asked = [*map(names.text, call.args[:2]), *_keyword_texts(names, call, "model")]
        return any(text.strip(UNKNOWN) and not text.startswith(("/", "./", "../", UNKNOWN)) for text in asked)
    if name.startswith(("torch.hub", "nltk", "spacy")):
        return True
    given = [*_keyword_texts(names, call, "pretrained"), *_keyword_texts(names, call, "weights")]
    asked = [*given, *(UNKNOWN for each in call.keywords if each.arg == "weights")]
    return any(text not in ("False", "") for text in asked) and not _is_none(call, "weights")


def _is_none(call: ast.Call, keyword: str) -> bool:
    values = [each.value for each in call.keywords if each.arg == keyword]
    return any(isinstance(value, ast.Constant) and value.value is None for value in values)


def _keyword_texts(names: Names, call: ast.Call, keyword: str) -> list[str]:
    return [names.text(each.value) for each in call.keywords if each.arg == keyword]


def _calls_in(names: Names, call: ast.Call) -> Iterator[ast.expr]:
    for argument in call.args:
        values = names.values.get(argument.id, []) if isinstance(argument, ast.Name) else [argument]
        for value in values:
            yield from (node.func for node in ast.walk(value) if isinstance(node, ast.Call))


def _addresses(names: Names, call: ast.Call, depth: int = 3) -> Iterator[str]:
    """The addresses among the arguments, also of a request that was made before."""
    for argument in [*call.args, *(each.value for each in call.keywords)]:
        values = names.values.get(argument.id, []) if isinstance(argument, ast.Name) else [argument]
        for value in values:
            if isinstance(value, ast.Call) and depth and names.dotted(value.func).endswith("Request"):
                yield from _addresses(names, value, depth - 1)
        yield from (text for text in names.texts(argument) if "://" in text)


def _commands(names: Names, argument: ast.expr) -> list[str]:
    """What is given to a shell, or as a list of words."""
    listed = argument
    if isinstance(argument, ast.Name) and names.values.get(argument.id):
        listed = names.values[argument.id][0]
    if isinstance(listed, ast.List | ast.Tuple):
        return [shlex.join(names.text(each) for each in listed.elts[:200])]
    return names.texts(argument)


def _paths(names: Names, call: ast.Call) -> Iterator[str]:
    for argument in [*call.args, *(each.value for each in call.keywords)]:
        yield from names.texts(argument)
    if isinstance(call.func, ast.Attribute) and (before := names.text(call.func.value)).strip(UNKNOWN):
        yield before
        for argument in call.args[:1]:  # folder.glob("private/*")
            yield f"{before}/{names.text(argument)}"


def _leak_hits(names: Names, given: Given) -> Iterator[Located]:
    """Where a leak's name is used; to leave such a column out, or to speak of it, is none."""
    for call, name in names.calls:
        if given.packaged and _PACKAGED.fullmatch(name):
            yield Located(Hit("leaks", f"{name}: {given.packaged}"), call.lineno)
    waiting: list[ast.AST] = [names.tree]
    while waiting:
        node = waiting.pop()
        if _is_silent(node):
            continue
        waiting += ast.iter_child_nodes(node)
        text = node.value if isinstance(node, ast.Constant) else node.attr if isinstance(node, ast.Attribute) else None
        for leak in given.leaks if isinstance(text, str) else ():
            if leak.is_named_by(str(text)):
                yield Located(Hit("leaks", f"{leak.name}: {leak.note}", leak.certain), getattr(node, "lineno", None))


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_silent(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        return any(_LEFT_OUT.search(getattr(each, "id", "")) for each in node.targets)
    words_only = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return words_only or isinstance(node, ast.Delete) or (isinstance(node, ast.Call) and _called(node) in _SILENT)
