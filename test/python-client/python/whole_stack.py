"""Uses the installed client, both loaders and the data frames against a running stack; prints what came of it."""

import asyncio
import json
import os
import tempfile
import time
import uuid
from typing import Any

import seine_client
from seine_client import ApiError, AsyncClient, Client, WaitTimeoutError
from seine_client.frames import to_pandas, to_polars
from seine_client.langchain import SeineLoader
from seine_client.llamaindex import SeineReader
from seine_client.requests import WatchScheduleRequest

SITE = os.environ["SITE"]
RECEIVER = os.environ["RECEIVER"]
LIMIT = 5


def error_of(call: Any) -> tuple[str, int, str | None]:
    try:
        call()
    except ApiError as error:
        assert error.request_id, error
        return type(error).__name__, error.status, error.code
    raise AssertionError("there was no error")


async def read_async(job_id: str) -> int:
    async with AsyncClient() as client:
        await client.wait(job_id)
        return len([page async for page in client.iter_pages(job_id, limit=2)])


async def load_async() -> list[str]:
    loader = SeineLoader(SITE, mode="crawl", options={"limit": LIMIT})
    return [document.metadata["source"] async for document in loader.alazy_load()]


def followed(client: Client, job_id: str) -> dict[str, Any]:
    events = list(client.iter_events(job_id))
    pages = [event for event in events if event.type == "page"]
    continued = [event.type for event in client.iter_events(job_id, last_event_id=pages[0].id)]
    return {
        "kinds": [event.type for event in events],
        "pages": len(pages),
        "ended": next(event.status.status for event in events if event.type == "end"),
        "continued": [kind for kind in continued if kind != "progress"],
    }


def frames(client: Client) -> dict[str, Any]:
    urls = [SITE, SITE.replace("/guide/", "/no-such-page")]
    status = client.batch_and_wait(urls, output=["markdown"])
    pages = list(client.iter_pages(status.id, whole=True))
    pandas, polars = to_pandas(pages), to_polars(pages)
    assert pandas["markdown"][0] == polars["markdown"][0] and len(pandas["markdown"][0]) > 100
    columns = ["url", "status", "success"]
    return {
        "pandas": [[str(url), int(code), bool(good)] for url, code, good in pandas[columns].values.tolist()],
        "polars": [list(row) for row in polars.select(columns).iter_rows()],
    }


def watched(client: Client) -> dict[str, Any]:
    schedule: WatchScheduleRequest = {"every_seconds": 86_400}
    watch = client.create_watch("Guide", schedule, crawl={"url": SITE, "limit": LIMIT})
    started = client.run_watch(watch.watch_id)
    conflict = error_of(
        lambda: client.replace_watch(watch.watch_id, "Other", schedule, crawl={"url": SITE}, if_match='"7"')
    )
    run = next(iter(client.iter_watch_runs(watch.watch_id)))
    while run.status == "running":
        time.sleep(0.5)
        run = next(iter(client.iter_watch_runs(watch.watch_id)))
    changes = [change.state for change in client.iter_changes(watch.watch_id, started.run_id)]
    client.delete_watch(watch.watch_id)
    return {"etag": watch.http.etag, "conflict": conflict[2], "run": run.status, "changes": changes}


def waited(client: Client) -> dict[str, Any]:
    try:
        client.crawl_and_wait(SITE.replace("/guide/", "/"), limit=1_000, wait_timeout=0.5, cancel_on_abort=True)
    except WaitTimeoutError as error:
        return {"timedOut": True, "status": client.wait(error.job_id, wait_timeout=60).status}
    return {"timedOut": False, "status": "completed"}


def replayed(client: Client) -> dict[str, Any]:
    key = f"test-{uuid.uuid4()}"
    jobs = [client.start_crawl(SITE, limit=1, idempotency_key=key) for _ in range(2)]
    return {"same": jobs[0].id == jobs[1].id, "marked": jobs[1].http.replayed}


def downloaded(client: Client, job_id: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        return client.download(job_id, "markdown", f"{folder}/markdown.zip").stat().st_size


def main() -> None:
    assert "/fresh/" in seine_client.__file__, seine_client.__file__
    with Client() as client:
        webhook: Any = {"url": RECEIVER, "events": ["started", "completed", "failed"]}
        job = client.start_crawl(SITE, limit=LIMIT, output=["markdown"], webhook=webhook)
        events = followed(client, job.id)
        deliveries: list[str] = []
        for _ in range(100):
            deliveries = [each.type for each in client.iter_deliveries(job.id) if each.state == "delivered"]
            if len(deliveries) == 2:
                break
            time.sleep(0.2)
        patient = client.with_options(max_retries=0, page_timeout=120)
        told = {
            "followed": events,
            "pages": {"async": asyncio.run(read_async(job.id)), "sync": len(list(client.iter_pages(job.id)))},
            "ledger": len(list(client.iter_ledger(job.id, limit=2))),
            "deliveries": deliveries,
            "frames": frames(client),
            "langchain": {
                "site": [
                    document.metadata["source"]
                    for document in SeineLoader(SITE, mode="crawl", options={"limit": LIMIT}).lazy_load()
                ],
                "async": asyncio.run(load_async()),
            },
            "llamaindex": [document.metadata["source"] for document in SeineReader().load_data(SITE)],
            "watch": watched(client),
            "errors": {
                "key": error_of(lambda: Client(api_key="seine_wrong").read_crawl(job.id)),
                "unknown": error_of(lambda: client.start_crawl(SITE, max_depth=3)),  # type: ignore[call-arg]
                "missing": error_of(lambda: client.read_crawl(f"crawl-{uuid.uuid4()}")),
                "target": error_of(lambda: patient.scrape("http://nowhere.invalid/")),
            },
            "waited": waited(client),
            "replayed": replayed(client),
            "download": downloaded(client, job.id),
            "jobs": [job.kind for job in client.iter_jobs(kind="crawl", limit=2)],
        }
    print(json.dumps(told))


main()
