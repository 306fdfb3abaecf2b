"""Scrapy as a program; see program-peer.ts for how it is talked to."""
import hashlib
import json
import sys
from pathlib import Path
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor


def maker(work_class):
    if work_class == "html":
        return lambda response: response.text
    if work_class == "main":
        import trafilatura

        def main_content(response):
            text = trafilatura.extract(
                response.text, url=response.url, output_format="markdown", include_links=True, include_tables=True
            )
            return "# {}\n\n{}".format(response.css("title::text").get(), text or "")

        return main_content
    import html2text

    def whole_page(response):
        converter = html2text.HTML2Text(baseurl=response.url)
        converter.body_width = 0
        return converter.handle(response.text)

    return whole_page


class BenchSpider(scrapy.Spider):
    name = "bench"
    links = LinkExtractor()

    def __init__(self, task):
        super().__init__()
        self.task = task
        self.make = maker(task["workClass"])
        self.start_urls = [task["url"]]
        self.allowed_domains = [urlsplit(task["url"]).hostname]

    def parse(self, response):
        name = hashlib.sha1(response.url.encode()).hexdigest()
        Path(self.task["directory"], name).write_text(self.make(response), encoding="utf-8")
        for link in self.links.extract_links(response):
            yield scrapy.Request(link.url)


def settings(task):
    return {
        "CONCURRENT_REQUESTS": task["pagesInFlight"],
        "CONCURRENT_REQUESTS_PER_DOMAIN": task["pagesInFlight"],
        "DOWNLOAD_DELAY": 0,
        "RETRY_TIMES": task["retries"],
        "ROBOTSTXT_OBEY": True,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
        "CLOSESPIDER_PAGECOUNT": 0,
    }


def say(word):
    print(word, flush=True)


say("ready")
line = sys.stdin.readline()
if line:
    task = json.loads(line)
    process = CrawlerProcess(settings(task))
    process.crawl(BenchSpider, task=task)
    process.start(install_signal_handlers=False)
    say("done")
    sys.stdin.read()
