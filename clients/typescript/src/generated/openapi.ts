/** Generated from openapi.json by clients/typescript/tools/generate-types.ts: do not edit. */
export interface paths {
    "/crawl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a crawl job from one URL.
         * @description Discovers pages by sitemap and links, scrapes each once and puts the results into one archive per format. The answer is sent at once; read the status at `url`, follow `/events`, or get notified by `webhook` or `email`. A request sent again with the same `Idempotency-Key` starts no second job: the first answer is returned again, with `Idempotent-Replayed: true`.
         */
        post: operations["startCrawl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the crawl jobs that are running.
         * @description Lists those of the tenant of the key, newest first.
         */
        get: operations["activeCrawls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a crawl job, with download links once it is completed.
         * @description Every call creates new download links, which expire.
         */
        get: operations["readCrawl"];
        put?: never;
        post?: never;
        /**
         * Cancel a crawl job; a finished job does not change.
         * @description No request to the site starts later than two seconds after the answer. What was scraped until then can be downloaded.
         */
        delete: operations["cancelCrawl"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a crawl job: no request to its site starts until it is resumed.
         * @description No request to the site starts later than two seconds after the answer. Nothing is lost: pages that were being scraped are scraped again when the job is resumed. The time budget of the job keeps running, as a warning in the answer says. Pausing a paused job changes nothing.
         */
        post: operations["pauseCrawl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused crawl job.
         * @description The job continues where it was paused. Resuming a job that is not paused changes nothing.
         */
        post: operations["resumeCrawl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a crawl job for the failed pages of a finished one.
         * @description A new job with the same options, receivers of notices included. `codes` limits it to pages that failed with these error codes. It counts like any other start of a job. No links are followed and no sitemap is read. A request sent again with the same `Idempotency-Key` starts no second job: the first answer is returned again, with `Idempotent-Replayed: true`.
         */
        post: operations["retryCrawl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the URLs a crawl job has discovered and the state of each, while it runs and after.
         * @description Every URL ends in exactly one state. The list can be read while the job runs; new entries are added at its end, so that a cursor stays valid.
         */
        get: operations["crawlUrls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a crawl job live: a stream of server-sent events.
         * @description The stream begins with the current status and ends with the job. After a disconnection, send the id of the last event as `Last-Event-ID`: no page is skipped.
         */
        get: operations["crawlEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every try at delivering the webhook events of a crawl job.
         * @description In the order in which they were made. A job without a webhook has none.
         */
        get: operations["crawlWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/webhooks/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook event again.
         * @description Also sends events that were delivered or given up. The event keeps its id and gets a new signature.
         */
        post: operations["redeliverCrawlWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/finalise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the missing results of a crawl job whose finalisation failed.
         * @description For a job whose `warnings` name archives or results that are missing, for one that failed before it could write its results, and for one whose notices were never sent. Its status does not change; links, warnings and record are renewed, and notices that were not sent are sent.
         */
        post: operations["finaliseCrawl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a batch job that scrapes a list of URLs.
         * @description Scrapes every URL of the list and writes one line per URL, in the order of the list, into one file per format. The answer is sent at once; read the status at `url`, follow `/events`, or get notified by `webhook` or `email`. A request sent again with the same `Idempotency-Key` starts no second job: the first answer is returned again, with `Idempotent-Replayed: true`.
         */
        post: operations["startBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the batch jobs that are running.
         * @description Lists those of the tenant of the key, newest first.
         */
        get: operations["activeBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a batch job, with download links once it is completed.
         * @description Every call creates new download links, which expire.
         */
        get: operations["readBatch"];
        put?: never;
        post?: never;
        /**
         * Cancel a batch job; a finished job does not change.
         * @description No request to the site starts later than two seconds after the answer. What was scraped until then can be downloaded.
         */
        delete: operations["cancelBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a batch job: no request to its site starts until it is resumed.
         * @description No request to the site starts later than two seconds after the answer. Nothing is lost: pages that were being scraped are scraped again when the job is resumed. The time budget of the job keeps running, as a warning in the answer says. Pausing a paused job changes nothing.
         */
        post: operations["pauseBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused batch job.
         * @description The job continues where it was paused. Resuming a job that is not paused changes nothing.
         */
        post: operations["resumeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a batch job for the failed pages of a finished one.
         * @description A new job with the same options, receivers of notices included. `codes` limits it to pages that failed with these error codes. It counts like any other start of a job. A request sent again with the same `Idempotency-Key` starts no second job: the first answer is returned again, with `Idempotent-Replayed: true`.
         */
        post: operations["retryBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the URLs of a batch job and the state of each, while it runs and after.
         * @description Every URL ends in exactly one state. The list can be read while the job runs; new entries are added at its end, so that a cursor stays valid.
         */
        get: operations["batchUrls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a batch job live: a stream of server-sent events.
         * @description The stream begins with the current status and ends with the job. After a disconnection, send the id of the last event as `Last-Event-ID`: no page is skipped.
         */
        get: operations["batchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every try at delivering the webhook events of a batch job.
         * @description In the order in which they were made. A job without a webhook has none.
         */
        get: operations["batchWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/webhooks/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook event again.
         * @description Also sends events that were delivered or given up. The event keeps its id and gets a new signature.
         */
        post: operations["redeliverBatchWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/finalise": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the missing results of a batch job whose finalisation failed.
         * @description For a job whose `warnings` name archives or results that are missing, for one that failed before it could write its results, and for one whose notices were never sent. Its status does not change; links, warnings and record are renewed, and notices that were not sent are sent.
         */
        post: operations["finaliseBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/scrape": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load one page and return its content.
         * @description Tries plain HTTP first and a browser if the page needs one, unless the request chooses one of them. A page that answers with an error of its own, such as 404, is a success with that `status`; a page that could not be loaded is a problem with its `attempts`.
         */
        post: operations["scrapePage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the URLs of a site.
         * @description From sitemaps and the links of the page itself, without scraping any further page.
         */
        post: operations["mapSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/serp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query a search engine and return its results as data.
         * @description Tries the back-ends that are configured for the engine, in their order, until one returns results. What a back-end cannot supply is `null` or `[]` and named in `warnings`. Answers are cached for a while: `fetched_at` says when the engine answered.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/browser/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load one page in a browser and return the traffic it caused.
         * @description Always in a browser. The query parameters limit what is listed, not what is counted. With `Accept: application/har+json` the answer is an HTTP Archive.
         */
        post: operations["captureNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all retained jobs, newest first.
         * @description Lists the jobs of the tenant of the key, running and ended, as long as their results are kept. A part may be short or empty and still have a successor.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the finished pages of a crawl job with their results, while it runs and after.
         * @description Pages come in the order in which they became durable, which never changes: followed by its cursor, the list gives every page exactly once. While the job runs, a reply may be empty; read on with its `next_cursor` until `complete` is true.
         */
        get: operations["crawlPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/crawl/{id}/pages/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one finished page of a crawl job with its results.
         * @description Answers all formats of the job; screenshots are links that expire.
         */
        get: operations["crawlPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the finished pages of a batch job with their results, while it runs and after.
         * @description Pages come in the order in which they became durable, which never changes: followed by its cursor, the list gives every page exactly once. While the job runs, a reply may be empty; read on with its `next_cursor` until `complete` is true.
         */
        get: operations["batchPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch/scrape/{id}/pages/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one finished page of a batch job with its results.
         * @description Answers all formats of the job; screenshots are links that expire.
         */
        get: operations["batchPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions.
         * @description Lists those of the tenant of the key, newest first.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Register a session, with a playbook that logs in.
         * @description A session holds cookies, local storage and headers of one domain, sealed at rest, for one page at a time. A playbook with a `start_url` runs at once; its actions can log in. Secrets are written as `{{secret.name}}` and never returned.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a session and its playbook, without its secrets.
         * @description Values that may be secrets are masked, names are not. `ETag` is the version of the playbook.
         */
        get: operations["readSession"];
        /**
         * Replace the playbook and the settings of a session.
         * @description Omitted fields get their defaults, except secrets: those of the previous playbook are kept when none are given. The session starts anew after any page that is using it has finished.
         */
        put: operations["replaceSession"];
        post?: never;
        /**
         * Delete a session.
         * @description Deletes it with everything it owns. Refused while a page or its playbook uses it, unless `force=true`.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the playbook of a session again.
         * @description Read the session to see how it went: `last_run`.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the watches, the newest first.
         * @description Lists those of the tenant of the key, without the requests of their jobs.
         */
        get: operations["listWatches"];
        put?: never;
        /**
         * Create a watch: a crawl or batch that runs again and again and reports what changed.
         * @description Each run is an ordinary job. Its pages are compared with the last good state of the watch. A request sent again with the same `Idempotency-Key` creates no second watch.
         */
        post: operations["createWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{watch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a watch.
         * @description Secret values are shown as `********`. `ETag` is the version of the definition.
         */
        get: operations["readWatch"];
        /**
         * Replace the definition of a watch.
         * @description A value that is sent back as `********` keeps the stored one. When `crawl`, `batch` or `track` changes, the next run makes a new base: all its pages are `new`.
         */
        put: operations["replaceWatch"];
        post?: never;
        /**
         * Delete a watch and its runs; their jobs are kept until they expire.
         * @description A run in progress ends as an ordinary job.
         */
        delete: operations["deleteWatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{watch_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run now, also while the watch is paused.
         * @description Only one run of a watch is in progress at a time. Repeat the request with an `Idempotency-Key`.
         */
        post: operations["runWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{watch_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the schedule of a watch; a run in progress ends.
         * @description Pausing a paused watch changes nothing.
         */
        post: operations["pauseWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{watch_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the schedule of a watch.
         * @description Times that passed meanwhile are not made up.
         */
        post: operations["resumeWatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{watch_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a watch, the newest first.
         * @description The last `keep_runs` runs.
         */
        get: operations["listWatchRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{watch_id}/runs/{run_id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a run found: pages that are new, changed, removed or failed.
         * @description Without `state`: all pages but those that are the same. Empty while the run is in progress.
         */
        get: operations["listWatchChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{watch_id}/runs/{run_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the text of a page that a run compared.
         * @description For a page that failed in this run: the text of the last run that had one.
         */
        get: operations["readWatchText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the API key of this request is, what it may use, and what it uses.
         * @description `quotas` and `usage` have the same names; the request itself counts as a read. `concurrent_jobs` counts jobs of this key at all gateways, `streams` those at this gateway.
         */
        get: operations["readKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how the service is: running jobs, failures, limits; for operators also processes and queues.
         * @description Every key sees its own tenant. A key with `operator: true` in the key file sees all tenants, this gateway and the workers that it calls, and the task queues. The answer may be a few seconds old. When Temporal or the store does not answer, the parts that depend on it are null, and the status is 200 all the same.
         */
        get: operations["readService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs.
         * @description Does not check other components.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process can serve: workflow service and result store answer.
         * @description For load balancers.
         */
        get: operations["readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which version runs.
         * @description Version of the service and of the API.
         */
        get: operations["version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description.
         * @description The same as the file `openapi.json` of the sources.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description as a page to read, with samples.
         * @description For people.
         */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CrawlRequest: {
            /** @description Absolute http(s) URL, at most 2083 characters. */
            url: string;
            /**
             * @description Maximum number of pages attempted. Operators may allow up to 1,000,000 (`SEINE_CRAWL_LIMIT_MAX`).
             * @default 10000
             */
            limit?: number | null;
            /** @description Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives. */
            archive?: ("parquet" | "warc" | "wacz")[] | null;
            /** @description Notified when the job completes. */
            email?: string | null;
            webhook?: components["schemas"]["Webhook"] | null;
            /**
             * @description Time budget of the job in seconds.
             * @default 86400
             */
            scheduleToCloseTimeoutSecs?: number | null;
            /**
             * @description Seconds without progress before the job is retried as stalled.
             * @default 30
             */
            heartbeatTimeoutSecs?: number | null;
            /** @description Names of delivery targets of the service, to which the archives of the job are copied once it has ended. */
            deliver_to?: string[] | null;
            /**
             * @description Order among the running jobs of the same tenant: 1 goes first, 5 last.
             * @default 3
             */
            priority?: number | null;
            /** @description Only URLs whose path and query match one of these (RE2) are results. */
            includePaths?: string[] | null;
            /** @description URLs whose path and query match one of these (RE2) are skipped. */
            excludePaths?: string[] | null;
            /** @description Maximum link depth from the start URL; unlimited when omitted. */
            maxDiscoveryDepth?: number | null;
            /**
             * @default include
             * @enum {string|null}
             */
            sitemap?: "include" | "skip" | "only" | null;
            /**
             * @description URLs that differ only in their query are duplicates.
             * @default false
             */
            ignoreQueryParameters?: boolean | null;
            /**
             * @description Follows links anywhere on the host instead of only below the start path.
             * @default false
             */
            crawlEntireDomain?: boolean | null;
            /**
             * @description Follows links to subdomains of the registrable domain.
             * @default false
             */
            allowSubdomains?: boolean | null;
            /**
             * @description Content fields per page; at least one.
             * @default [
             *       "markdown"
             *     ]
             */
            output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page")[] | components["schemas"]["OutputFlags"] | null;
            scrape?: components["schemas"]["PageOptions"] | null;
            scrapeOptions?: components["schemas"]["PageOptions"] | null;
        };
        BatchRequest: {
            /** @description Pages to scrape, at most `limit`. A repeated URL is fetched once and has a result for each position. */
            urls: string[];
            /**
             * @description HTTP method for every URL.
             * @default GET
             * @enum {string|null}
             */
            method?: "GET" | "POST" | "PUT" | "DELETE" | null;
            /** @description Request body for every URL, not allowed with `GET`: an object is sent as JSON, a text as it is, as JSON where it is a JSON object or list. At most 262144 bytes. */
            body?: Record<string, unknown> | string | null;
            /**
             * @description Formats returned per page, each in a file of its own.
             * @default [
             *       "html"
             *     ]
             */
            output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page")[] | null;
            /**
             * @description Maximum number of URLs; also the most that `urls` may have.
             * @default 10000
             */
            limit?: number | null;
            /** @description Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives. */
            archive?: ("parquet" | "warc" | "wacz")[] | null;
            /** @description Notified when the job completes. */
            email?: string | null;
            webhook?: components["schemas"]["Webhook"] | null;
            /**
             * @description Time budget of the job in seconds.
             * @default 86400
             */
            scheduleToCloseTimeoutSecs?: number | null;
            /**
             * @description Seconds without progress before the job is retried as stalled.
             * @default 30
             */
            heartbeatTimeoutSecs?: number | null;
            /** @description Names of delivery targets of the service, to which the archives of the job are copied once it has ended. */
            deliver_to?: string[] | null;
            /**
             * @description Order among the running jobs of the same tenant: 1 goes first, 5 last.
             * @default 3
             */
            priority?: number | null;
            /** @description true forces a browser, false forbids one. */
            jsRender?: boolean | null;
            /** @enum {string|null} */
            proxyStrategy?: "auto" | "basic" | "enhanced" | "premium" | null;
            /**
             * @description Removes navigation, footers and advertisements.
             * @default true
             */
            onlyMainContent?: boolean | null;
            /** @description ISO 3166-1 alpha-2 country. */
            geolocation?: string | null;
            sessionId?: string | null;
            tag?: string | string[] | null;
            actions?: components["schemas"]["Action"][] | null;
            /**
             * @description Milliseconds per page and attempt.
             * @default 30000
             */
            timeout?: number | null;
            /** @description CSS selector to wait for in a browser. */
            waitSelector?: string | null;
            waitMs?: number | null;
            overrideParameter?: components["schemas"]["OverrideParameter"] | null;
            prompt?: string | null;
            /** @description JSON Schema for the `json` format. */
            schema?: Record<string, unknown> | null;
            /** @description Only elements that match one of these are content. */
            includeTags?: string[] | null;
            /** @description Elements that match one of these are not content. */
            excludeTags?: string[] | null;
            /**
             * @description Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache.
             * @default 0
             */
            maxAge?: number | null;
            session?: string | null;
            session_id?: string | null;
        };
        ScrapeRequest: {
            /** @description Absolute http(s) URL of the page, at most 2083 characters. */
            url: string;
            /**
             * @description HTTP method for the page.
             * @default GET
             * @enum {string|null}
             */
            method?: "GET" | "POST" | "PUT" | "DELETE" | null;
            /** @description Request body for the page, not allowed with `GET`: an object is sent as JSON, a text as it is, as JSON where it is a JSON object or list. At most 262144 bytes. */
            body?: Record<string, unknown> | string | null;
            /**
             * @description Formats returned, a member of `data` each.
             * @default [
             *       "html"
             *     ]
             */
            output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page")[] | null;
            /** @description true forces a browser, false forbids one. */
            js_render?: boolean | null;
            /** @enum {string|null} */
            proxy_strategy?: "auto" | "basic" | "enhanced" | "premium" | null;
            /**
             * @description Removes navigation, footers and advertisements.
             * @default true
             */
            only_main_content?: boolean | null;
            /** @description ISO 3166-1 alpha-2 country. */
            geolocation?: string | null;
            session_id?: string | null;
            tag?: string | string[] | null;
            actions?: components["schemas"]["Action"][] | null;
            /**
             * @description Milliseconds per page and attempt.
             * @default 30000
             */
            timeout?: number | null;
            /** @description CSS selector to wait for in a browser. */
            wait_selector?: string | null;
            wait_ms?: number | null;
            override_parameter?: components["schemas"]["OverrideParameter"] | null;
            prompt?: string | null;
            /** @description JSON Schema for the `json` format. */
            schema?: Record<string, unknown> | null;
            /** @description Only elements that match one of these are content. */
            include_tags?: string[] | null;
            /** @description Elements that match one of these are not content. */
            exclude_tags?: string[] | null;
            /**
             * @description Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache.
             * @default 0
             */
            max_age?: number | null;
            session?: string | null;
        };
        MapRequest: {
            /** @description Absolute http(s) URL of the site, at most 2083 characters. Its path does not narrow the map. */
            url: string;
            /**
             * @description Sitemaps and the links of the page, its links alone, or sitemaps alone.
             * @default include
             * @enum {string|null}
             */
            sitemap?: "include" | "skip" | "only" | null;
            /**
             * @description Also URLs of other hosts under the registrable domain.
             * @default true
             */
            includeSubdomains?: boolean | null;
            /**
             * @description URLs that differ only in their query are duplicates; the first that is found is listed.
             * @default true
             */
            ignoreQueryParameters?: boolean | null;
            /**
             * @description Explores the site again, even when it was explored within a day.
             * @default false
             */
            ignoreCache?: boolean | null;
            /**
             * @description Maximum number of links to return.
             * @default 1000
             */
            limit?: number | null;
            /**
             * @description Time for the whole call, milliseconds. What was found until then is returned.
             * @default 30000
             */
            timeout?: number | null;
            /** @description Words to rank links by: those of their URLs, titles and descriptions. Links without any of them are left out, unless none would be left. */
            search?: string | null;
        };
        NetworkRequest: {
            /** @description Absolute http(s) URL of the page, at most 2083 characters. */
            url: string;
            /**
             * @description Method of the navigation.
             * @default GET
             * @enum {string|null}
             */
            method?: "GET" | null;
            /** @description Not allowed: a navigation has no body. */
            body?: null;
            /**
             * @description With `session_id`: lists cookies and headers of the session as they were sent, instead of `[secret]`. Secrets of its playbook are never shown.
             * @default false
             */
            include_session_credentials?: boolean | null;
            /** @description ISO 3166-1 alpha-2 country. */
            geolocation?: string | null;
            session_id?: string | null;
            tag?: string | string[] | null;
            actions?: components["schemas"]["Action"][] | null;
            /**
             * @description Milliseconds per page and attempt.
             * @default 30000
             */
            timeout?: number | null;
            /** @description CSS selector to wait for in a browser. */
            wait_selector?: string | null;
            wait_ms?: number | null;
            override_parameter?: components["schemas"]["OverrideParameter"] | null;
        };
        CreateSessionRequest: {
            /** @description Default: a new id. It must not begin with `imp-`. */
            session_id?: string | null;
            /** @description Host name or address. The session holds for all hosts of its registrable domain, or for that one host when it has none. */
            domain: string;
            /**
             * @description Life of the session after its last use.
             * @default 86400
             */
            ttl_seconds?: number | null;
            /** @description Pages after which it expires. */
            max_uses?: number | null;
            tag?: string | string[] | null;
            playbook?: components["schemas"]["Playbook"] | null;
        };
        ReplaceSessionRequest: {
            /** @description Must be that of the session, which cannot be changed. */
            domain?: string | null;
            /**
             * @description Life of the session after its last use.
             * @default 86400
             */
            ttl_seconds?: number | null;
            /** @description Pages after which it expires. */
            max_uses?: number | null;
            tag?: string | string[] | null;
            playbook?: components["schemas"]["Playbook"] | null;
        };
        /** @description How the session is started and restarted. */
        Playbook: {
            /** @description URL of the domain where the playbook begins; with one, it runs when it is registered. At most 2083 characters. */
            start_url?: string | null;
            /** @description true forces a browser, false forbids one. */
            js_render?: boolean | null;
            actions?: components["schemas"]["Action"][] | null;
            /** @description Cookies that the session starts with. */
            cookies?: components["schemas"]["PlaybookCookie"][] | null;
            /** @description Sent with every request to hosts of the domain. Values may have `{{secret.name}}`. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Origin → key → value; or key → value, for the origin of `start_url`. */
            local_storage?: {
                [key: string]: string | {
                    [key: string]: string;
                };
            } | null;
            /** @description ISO 3166-1 alpha-2 country. */
            geolocation?: string | null;
            /** @enum {string|null} */
            proxy_strategy?: "auto" | "basic" | "enhanced" | "premium" | null;
            /** @description Sent to hosts of the domain instead of the default one. */
            user_agent?: string | null;
            success?: components["schemas"]["PlaybookCondition"] | null;
            /** @description How a page shows that the session is logged out; all given conditions must hold. */
            logged_out?: components["schemas"]["PlaybookCondition"] | null;
            refresh?: components["schemas"]["PlaybookRefresh"] | null;
            /** @description Texts that replace `{{secret.name}}` in values of actions, headers, cookies and local storage; at most 16384 bytes in all. They are never returned. In a `PUT` without secrets, those of the previous playbook are kept. */
            secrets?: {
                [key: string]: string;
            } | null;
        };
        WatchRequest: {
            /** @description Name for people. */
            name: string;
            crawl?: components["schemas"]["WatchedCrawl"] | null;
            batch?: components["schemas"]["WatchedBatch"] | null;
            schedule: components["schemas"]["WatchScheduleRequest"];
            /**
             * @description Each run starts up to this much later than its time.
             * @default 0
             */
            jitter_seconds?: number | null;
            /**
             * @description Whether a run that is due during another one is skipped or starts after it.
             * @default skip
             * @enum {string|null}
             */
            overlap?: "skip" | "buffer_one" | null;
            track?: components["schemas"]["WatchTrackRequest"] | null;
            /**
             * @description Number of runs that are kept.
             * @default 30
             */
            keep_runs?: number | null;
            webhook?: components["schemas"]["WatchWebhook"] | null;
            /** @description Notified when a run changed something. */
            email?: string | null;
            /** @description Labels of the watch and of its jobs. */
            tag?: string | string[] | null;
            /**
             * @description Whether its schedule is paused.
             * @default false
             */
            paused?: boolean | null;
        };
        /** @description Page options, in snake_case or camelCase; each at most once. */
        PageOptions: {
            /** @description Ignored inside a job. */
            url?: unknown;
            /** @description Ignored inside a job. */
            method?: unknown;
            /** @description Ignored inside a job. */
            body?: unknown;
            /** @description true forces a browser, false forbids one. */
            js_render?: boolean | null;
            /** @description true forces a browser, false forbids one. */
            jsRender?: boolean | null;
            /** @enum {string|null} */
            proxy_strategy?: "auto" | "basic" | "enhanced" | "premium" | null;
            /** @enum {string|null} */
            proxyStrategy?: "auto" | "basic" | "enhanced" | "premium" | null;
            /** @description Formats returned per page. */
            output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page")[] | null;
            /**
             * @description Removes navigation, footers and advertisements.
             * @default true
             */
            only_main_content?: boolean | null;
            /**
             * @description Removes navigation, footers and advertisements.
             * @default true
             */
            onlyMainContent?: boolean | null;
            /** @description ISO 3166-1 alpha-2 country. */
            geolocation?: string | null;
            session_id?: string | null;
            sessionId?: string | null;
            tag?: string | string[] | null;
            actions?: components["schemas"]["Action"][] | null;
            /**
             * @description Milliseconds per page and attempt.
             * @default 30000
             */
            timeout?: number | null;
            /** @description CSS selector to wait for in a browser. */
            wait_selector?: string | null;
            /** @description CSS selector to wait for in a browser. */
            waitSelector?: string | null;
            wait_ms?: number | null;
            waitMs?: number | null;
            override_parameter?: components["schemas"]["OverrideParameter"] | null;
            overrideParameter?: components["schemas"]["OverrideParameter"] | null;
            prompt?: string | null;
            /** @description JSON Schema for the `json` format. */
            schema?: Record<string, unknown> | null;
            /** @description Only elements that match one of these are content. */
            include_tags?: string[] | null;
            /** @description Only elements that match one of these are content. */
            includeTags?: string[] | null;
            /** @description Elements that match one of these are not content. */
            exclude_tags?: string[] | null;
            /** @description Elements that match one of these are not content. */
            excludeTags?: string[] | null;
            /**
             * @description Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache.
             * @default 0
             */
            max_age?: number | null;
            /**
             * @description Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache.
             * @default 0
             */
            maxAge?: number | null;
            session?: string | null;
        };
        Action: {
            /** @enum {string} */
            action: "click" | "click_and_hold" | "type" | "fill" | "press" | "hover" | "select_option" | "wait" | "wait_for_selector" | "wait_for_navigation" | "scroll" | "scroll_into_view" | "drag_to" | "reload";
            /** @description Element that the action applies to. */
            selector?: string | null;
            /**
             * @description How `selector` is interpreted.
             * @default css
             * @enum {string|null}
             */
            selector_type?: "css" | "xpath" | "role" | "text" | "regex" | "test_id" | "label" | "placeholder" | null;
            /** @description Text, key, option or pixels. */
            value?: string | number | null;
            duration_ms?: number | null;
            /** @description Searches inside this iframe. */
            frame_selector?: string | null;
            /** @description Skips the action when its selector is not visible. */
            if_present?: boolean | null;
            timeout_ms?: number | null;
        };
        OverrideParameter: {
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Name of a provider or tier. */
            proxy?: string | null;
            network_idle?: boolean | null;
            load_dom?: boolean | null;
            /** @description Types of resources that the browser does not load; true = those needed only for appearance. */
            disable_resources?: boolean | ("image" | "media" | "font" | "stylesheet" | "script" | "texttrack" | "manifest" | "ping" | "websocket" | "other")[] | null;
        };
        Webhook: {
            /** @description HTTPS URL of a public host, without credentials. */
            url: string;
            /** @description Sent with each call. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Echoed back in every payload. */
            metadata?: unknown;
            /** @description Empty = all events. */
            events?: ("started" | "page" | "completed" | "failed")[] | null;
        };
        OutputFlags: {
            /**
             * @description Markdown.
             * @default false
             */
            markdown?: boolean | null;
            /**
             * @description HTML as it was received.
             * @default false
             */
            html?: boolean | null;
            /**
             * @description HTML without boilerplate.
             * @default false
             */
            clean_html?: boolean | null;
            /**
             * @description Links of the whole page.
             * @default false
             */
            links?: boolean | null;
            /**
             * @description Screenshot of the viewport.
             * @default false
             */
            screenshot?: boolean | null;
        };
        PlaybookCookie: {
            name: string;
            /** @description May have `{{secret.name}}`. */
            value: string;
            /** @description Sent to this host and those below it. Default: to all hosts of the domain of the session. */
            domain?: string | null;
            /**
             * @description Begins with `/`.
             * @default /
             */
            path?: string | null;
            /** @description Epoch seconds. Default: the cookie expires with the session. */
            expires?: number | null;
            /**
             * @description Only over HTTPS.
             * @default false
             */
            secure?: boolean | null;
            /**
             * @description Hidden from scripts.
             * @default false
             */
            http_only?: boolean | null;
            /**
             * @description The SameSite attribute.
             * @enum {string|null}
             */
            same_site?: "strict" | "lax" | "none" | null;
        };
        /** @description How the last page shows that the playbook has succeeded; all given conditions must hold. Default: its status is below 400 and every action has succeeded. */
        PlaybookCondition: {
            /** @description RE2 syntax, unanchored, on the final URL. */
            url_pattern?: string | null;
            /** @description CSS selector: the document has a match. */
            selector?: string | null;
            /** @description CSS selector: the document has no match. */
            selector_absent?: string | null;
            /** @description Part of the visible text, upper and lower case alike. */
            text?: string | null;
            /** @description Name of a cookie that the session has. */
            cookie?: string | null;
            /** @description Status of the document. */
            status?: number | null;
        };
        PlaybookRefresh: {
            /**
             * @description Runs the playbook again when a page shows that the session is logged out.
             * @default true
             */
            on_logged_out?: boolean | null;
            /** @description Runs it again before the next use when the last run was this long ago. */
            interval_seconds?: number | null;
        };
        /** @description The body of `POST /crawl`. Exactly one of `crawl` and `batch` is given. */
        WatchedCrawl: {
            /** @description Absolute http(s) URL, at most 2083 characters. */
            url: string;
            /**
             * @description Maximum number of pages attempted. Operators may allow up to 1,000,000 (`SEINE_CRAWL_LIMIT_MAX`).
             * @default 10000
             */
            limit?: number | null;
            /** @description Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives. */
            archive?: ("parquet" | "warc" | "wacz")[] | null;
            /**
             * @description Time budget of the job in seconds.
             * @default 86400
             */
            scheduleToCloseTimeoutSecs?: number | null;
            /**
             * @description Seconds without progress before the job is retried as stalled.
             * @default 30
             */
            heartbeatTimeoutSecs?: number | null;
            /** @description Names of delivery targets of the service, to which the archives of the job are copied once it has ended. */
            deliver_to?: string[] | null;
            /**
             * @description Order among the running jobs of the same tenant: 1 goes first, 5 last.
             * @default 3
             */
            priority?: number | null;
            /** @description Only URLs whose path and query match one of these (RE2) are results. */
            includePaths?: string[] | null;
            /** @description URLs whose path and query match one of these (RE2) are skipped. */
            excludePaths?: string[] | null;
            /** @description Maximum link depth from the start URL; unlimited when omitted. */
            maxDiscoveryDepth?: number | null;
            /**
             * @default include
             * @enum {string|null}
             */
            sitemap?: "include" | "skip" | "only" | null;
            /**
             * @description URLs that differ only in their query are duplicates.
             * @default false
             */
            ignoreQueryParameters?: boolean | null;
            /**
             * @description Follows links anywhere on the host instead of only below the start path.
             * @default false
             */
            crawlEntireDomain?: boolean | null;
            /**
             * @description Follows links to subdomains of the registrable domain.
             * @default false
             */
            allowSubdomains?: boolean | null;
            /**
             * @description Content fields per page; at least one.
             * @default [
             *       "markdown"
             *     ]
             */
            output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page")[] | components["schemas"]["OutputFlags"] | null;
            scrape?: components["schemas"]["PageOptions"] | null;
            scrapeOptions?: components["schemas"]["PageOptions"] | null;
        };
        /** @description The body of `POST /batch/scrape`. */
        WatchedBatch: {
            /** @description Pages to scrape, at most `limit`. A repeated URL is fetched once and has a result for each position. */
            urls: string[];
            /**
             * @description HTTP method for every URL.
             * @default GET
             * @enum {string|null}
             */
            method?: "GET" | "POST" | "PUT" | "DELETE" | null;
            /** @description Request body for every URL, not allowed with `GET`: an object is sent as JSON, a text as it is, as JSON where it is a JSON object or list. At most 262144 bytes. */
            body?: Record<string, unknown> | string | null;
            /**
             * @description Formats returned per page, each in a file of its own.
             * @default [
             *       "html"
             *     ]
             */
            output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page")[] | null;
            /**
             * @description Maximum number of URLs; also the most that `urls` may have.
             * @default 10000
             */
            limit?: number | null;
            /** @description Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. `warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives. */
            archive?: ("parquet" | "warc" | "wacz")[] | null;
            /**
             * @description Time budget of the job in seconds.
             * @default 86400
             */
            scheduleToCloseTimeoutSecs?: number | null;
            /**
             * @description Seconds without progress before the job is retried as stalled.
             * @default 30
             */
            heartbeatTimeoutSecs?: number | null;
            /** @description Names of delivery targets of the service, to which the archives of the job are copied once it has ended. */
            deliver_to?: string[] | null;
            /**
             * @description Order among the running jobs of the same tenant: 1 goes first, 5 last.
             * @default 3
             */
            priority?: number | null;
            /** @description true forces a browser, false forbids one. */
            jsRender?: boolean | null;
            /** @enum {string|null} */
            proxyStrategy?: "auto" | "basic" | "enhanced" | "premium" | null;
            /**
             * @description Removes navigation, footers and advertisements.
             * @default true
             */
            onlyMainContent?: boolean | null;
            /** @description ISO 3166-1 alpha-2 country. */
            geolocation?: string | null;
            sessionId?: string | null;
            tag?: string | string[] | null;
            actions?: components["schemas"]["Action"][] | null;
            /**
             * @description Milliseconds per page and attempt.
             * @default 30000
             */
            timeout?: number | null;
            /** @description CSS selector to wait for in a browser. */
            waitSelector?: string | null;
            waitMs?: number | null;
            overrideParameter?: components["schemas"]["OverrideParameter"] | null;
            prompt?: string | null;
            /** @description JSON Schema for the `json` format. */
            schema?: Record<string, unknown> | null;
            /** @description Only elements that match one of these are content. */
            includeTags?: string[] | null;
            /** @description Elements that match one of these are not content. */
            excludeTags?: string[] | null;
            /**
             * @description Maximum age of a page that is taken from the cache, seconds; 0 = never from the cache.
             * @default 0
             */
            maxAge?: number | null;
            session?: string | null;
            session_id?: string | null;
        };
        /** @description Either `cron` or `every_seconds`. */
        WatchScheduleRequest: {
            /** @description Five fields: minute, hour, day of month, month, day of week. Not together with `every_seconds`. */
            cron?: string | null;
            /**
             * @description Time zone of `cron`, such as `Europe/Berlin`.
             * @default UTC
             */
            timezone?: string | null;
            /** @description Interval between two runs. */
            every_seconds?: number | null;
        };
        WatchTrackRequest: {
            /**
             * @description What of a page is compared.
             * @default markdown
             * @enum {string|null}
             */
            mode?: "markdown" | "text" | "json" | null;
            /** @description Elements that match one of these CSS selectors are no content of the pages. */
            ignore_selectors?: string[] | null;
            /** @description Lines of the text that match one of these (RE2) are left out. */
            ignore_patterns?: string[] | null;
            /**
             * @description A page with fewer added and removed words is the same.
             * @default 1
             */
            min_changed_words?: number | null;
        };
        WatchWebhook: {
            /** @description HTTPS URL of a public host, without credentials. */
            url: string;
            /** @description Sent with each call. */
            headers?: {
                [key: string]: string;
            } | null;
            /** @description Echoed back in every payload. */
            metadata?: unknown;
            /** @description Empty = all events. */
            events?: ("run_completed" | "page_changed")[] | null;
        };
        JobAccepted: {
            /** @constant */
            success: true;
            /** @description Job id: the kind of job, `-` and a UUID. */
            id: string;
            /** @description Relative path to poll. */
            url: string;
            workflowId: string;
            runId: string;
            /** @description For a retry: the job whose failed pages are tried again. */
            retryOf?: string;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        CrawlStatus: {
            /** @constant */
            success: true;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
            id: string;
            /** @enum {string} */
            status: "crawling" | "completed" | "failed" | "cancelled";
            /** @description Whether the job is paused until it is resumed; its time budget keeps running. */
            paused: boolean;
            /** @description Maximum pages, as requested. */
            limit: number;
            /** @description Pages attempted so far: completed + failed + inFlight. */
            total: number;
            /** @description Pages scraped successfully so far. */
            completed: number;
            /** @description Pages that failed so far. */
            failed: number;
            /** @description Pages waiting to be scraped. */
            pending: number;
            /** @description Pages being scraped now, or interrupted and waiting to be scraped again. */
            inFlight: number;
            /** @description Requests for pages that were aborted and repeated because the site sent nothing for `heartbeatTimeoutSecs`. */
            stalls: number;
            /**
             * Format: date-time
             * @description Start of the job.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description End of the job; present once finished.
             */
            completedAt?: string;
            /** @description Elapsed seconds since start. */
            duration: number;
            /** @description Start URL. */
            url: string;
            /** @description A page being scraped now; null when finished. */
            currentUrl: string | null;
            /**
             * Format: date-time
             * @description When results are deleted.
             */
            expiresAt: string | null;
            warnings: string[];
            /** @description Download link per output format and requested archive, once the job is completed; links expire. */
            s3PresignedUrls?: {
                [key: string]: string;
            };
            /** @description Download link per output format and requested archive of a cancelled or failed job with at least one page. */
            partialS3PresignedUrls?: {
                [key: string]: string;
            };
            /** @description Why the job failed. */
            error?: string;
            /** @description Labels of the request, if it has any. */
            tag?: string[];
            /** @description The job whose failed pages this one tries again. */
            retryOf?: string;
            /** @description Copies of the archives at the delivery targets that the request names in `deliver_to`. */
            deliveries?: components["schemas"]["JobDelivery"][];
        };
        BatchStatus: {
            /** @constant */
            success: true;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
            id: string;
            /** @enum {string} */
            status: "scraping" | "completed" | "failed" | "cancelled";
            /** @description Whether the job is paused until it is resumed; its time budget keeps running. */
            paused: boolean;
            /** @description Maximum URLs, as requested. */
            limit: number;
            /** @description Pages attempted so far: completed + failed + inFlight. */
            total: number;
            /** @description Pages scraped successfully so far. */
            completed: number;
            /** @description Pages that failed so far. */
            failed: number;
            /** @description Pages waiting to be scraped. */
            pending: number;
            /** @description Pages being scraped now, or interrupted and waiting to be scraped again. */
            inFlight: number;
            /** @description Requests for pages that were aborted and repeated because the site sent nothing for `heartbeatTimeoutSecs`. */
            stalls: number;
            /**
             * Format: date-time
             * @description Start of the job.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description End of the job; present once finished.
             */
            completedAt: string | null;
            /** @description Elapsed seconds since start. */
            duration: number;
            /** @description First URL of the list. */
            url: string;
            /** @description A page being scraped now; null when finished. */
            currentUrl: string | null;
            /**
             * Format: date-time
             * @description When results are deleted.
             */
            expiresAt: string | null;
            warnings: string[];
            /** @description Download link per output format and requested archive, once the job is completed; links expire. */
            s3PresignedUrls: {
                [key: string]: string;
            } | null;
            /** @description Download link per output format and requested archive of a cancelled or failed job with at least one page. */
            partialS3PresignedUrls: {
                [key: string]: string;
            } | null;
            /** @description Why the job failed. */
            error: string | null;
            /** @description Labels of the request. */
            tag: string[];
            /** @description The job whose failed pages this one tries again. */
            retryOf: string | null;
            /** @description Copies of the archives at the delivery targets that the request names in `deliver_to`. */
            deliveries: components["schemas"]["JobDelivery"][];
        };
        CrawlCancelled: {
            /** @constant */
            success: true;
            id: string;
            /**
             * @description The status of the job after the call.
             * @enum {string}
             */
            status: "crawling" | "completed" | "failed" | "cancelled";
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        CrawlFinalised: {
            /** @constant */
            success: true;
            id: string;
            /**
             * @description The status of the job, which does not change.
             * @enum {string}
             */
            status: "crawling" | "completed" | "failed" | "cancelled";
            /** @description False when nothing is missing, or the job has not ended. */
            finalising: boolean;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        BatchCancelled: {
            /** @constant */
            success: true;
            id: string;
            /**
             * @description The status of the job after the call.
             * @enum {string}
             */
            status: "scraping" | "completed" | "failed" | "cancelled";
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        BatchFinalised: {
            /** @constant */
            success: true;
            id: string;
            /**
             * @description The status of the job, which does not change.
             * @enum {string}
             */
            status: "scraping" | "completed" | "failed" | "cancelled";
            /** @description False when nothing is missing, or the job has not ended. */
            finalising: boolean;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        ActiveCrawls: {
            /** @description Newest first. */
            data: components["schemas"]["ActiveCrawl"][];
            /** @description Pass it as `cursor` to continue the list; null at the end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        ActiveBatches: {
            /** @description Newest first. */
            data: components["schemas"]["ActiveBatch"][];
            /** @description Pass it as `cursor` to continue the list; null at the end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        CrawlUrls: {
            data: components["schemas"]["CrawlUrl"][];
            /** @description Pass it as `cursor` to continue the list; null at the end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        BatchUrls: {
            data: components["schemas"]["BatchUrl"][];
            /** @description Pass it as `cursor` to continue the list; null at the end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        JobList: {
            /** @description Newest first. */
            data: components["schemas"]["JobListEntry"][];
            /** @description Pass it as `cursor` to continue the list; null at the end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        JobListEntry: {
            /** @enum {string} */
            kind: "crawl" | "batch_scrape";
            id: string;
            /** @description Whether the job is paused until it is resumed; its time budget keeps running. */
            paused: boolean;
            /** @description Maximum URLs, as requested. */
            limit: number;
            /** @description Pages attempted so far: completed + failed + inFlight. */
            total: number;
            /** @description Pages scraped successfully so far. */
            completed: number;
            /** @description Pages that failed so far. */
            failed: number;
            /** @description Pages waiting to be scraped. */
            pending: number;
            /** @description Pages being scraped now, or interrupted and waiting to be scraped again. */
            inFlight: number;
            /** @description Requests for pages that were aborted and repeated because the site sent nothing for `heartbeatTimeoutSecs`. */
            stalls: number;
            /**
             * Format: date-time
             * @description Start of the job.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description End of the job; present once finished.
             */
            completedAt: string | null;
            /** @description Elapsed seconds since start. */
            duration: number;
            /** @description Start URL, or first URL of the list of a batch. */
            url: string;
            /** @description A page being scraped now; null when finished. */
            currentUrl: string | null;
            /**
             * Format: date-time
             * @description When results are deleted.
             */
            expiresAt: string | null;
            warnings: string[];
            /** @description Why the job failed. */
            error: string | null;
            /** @description Labels of the request. */
            tag: string[];
            /** @description The job whose failed pages this one tries again. */
            retryOf: string | null;
            /** @description Copies of the archives at the delivery targets that the request names in `deliver_to`. */
            deliveries: components["schemas"]["JobDelivery"][];
            /** @enum {string} */
            status: "crawling" | "completed" | "failed" | "cancelled" | "scraping";
        };
        JobPages: {
            /** @description In the order in which the pages became durable. */
            data: components["schemas"]["JobPageEntry"][];
            /** @description Pass it as `cursor` for the pages that follow, now or later; null once the list is complete. */
            next_cursor: string | null;
            /** @description True once the job has ended and this reply reaches the end of its pages. */
            complete: boolean;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        JobPageEntry: {
            /** @description Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery. */
            index: number;
            url: string;
            /** @description Where redirects ended; null without an answer. */
            finalUrl: string | null;
            /** @description HTTP status; null without an answer. */
            status: number | null;
            success: boolean;
            /** @description Of the page. */
            title: string | null;
            /** @description Links from the start page; null for a page of an earlier release. */
            depth: number | null;
            /** @description When the page was fetched, ISO 8601; null when it was not. */
            fetchedAt: string | null;
            output: components["schemas"]["PageOutput"];
            /** @description Requested formats that a scraped page has or had and that are not in `output`. */
            omitted: components["schemas"]["OmittedFormat"][];
            /** @description Why the page failed. */
            error: string | null;
            /** @description Error code, docs/errors.md. */
            errorCode: string | null;
            /** @description In the order in which they were made. */
            attempts?: components["schemas"]["JobAttempt"][];
        };
        JobPage: {
            /** @description Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery. */
            index: number;
            url: string;
            /** @description Where redirects ended; null without an answer. */
            finalUrl: string | null;
            /** @description HTTP status; null without an answer. */
            status: number | null;
            success: boolean;
            /** @description Of the page. */
            title: string | null;
            /** @description Links from the start page; null for a page of an earlier release. */
            depth: number | null;
            /** @description When the page was fetched, ISO 8601; null when it was not. */
            fetchedAt: string | null;
            output: components["schemas"]["PageOutput"];
            /** @description Requested formats that a scraped page has or had and that are not in `output`. */
            omitted: components["schemas"]["OmittedFormat"][];
            /** @description Why the page failed. */
            error: string | null;
            /** @description Error code, docs/errors.md. */
            errorCode: string | null;
            /** @description In the order in which they were made. */
            attempts: components["schemas"]["JobAttempt"][];
            metadata: components["schemas"]["PageMetadata"];
            warnings: string[];
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        DeliveryLog: {
            data: components["schemas"]["Delivery"][];
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        Delivery: {
            event_id: string;
            /** @description `crawl.started`, `batch_scrape.page` ... */
            type: string;
            sequence: number;
            /**
             * @description Outcome of the try; `given_up` events are sent again only on request.
             * @enum {string}
             */
            state: "delivered" | "retrying" | "given_up";
            /** @description From 1; 0 for an event given up without a try because its receiver was unavailable. */
            try: number;
            /** Format: date-time */
            at: string;
            elapsed_ms: number;
            http_status: number | null;
            error: components["schemas"]["CodedError"] | null;
            /** Format: date-time */
            next_try_at: string | null;
            /** @description Whether this try was requested. */
            redelivery: boolean;
        };
        Redelivery: {
            /** @constant */
            success: true;
            /** @description Job id. */
            id: string;
            event_id: string;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        ScrapeResult: {
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
            /** @description Session in use. */
            session_id: string | null;
            /** @description As requested. */
            url: string;
            /** @description After redirects. */
            final_url: string;
            /** @description Of the page; a target's own error page is a success with its status. */
            status: number;
            /** @description Always true: a page that could not be loaded is answered with a problem. */
            success: boolean;
            /** @description Country from which the page was requested, when one was chosen. */
            effective_geolocation: string | null;
            /** @description As requested. */
            tag: string | string[] | null;
            /** @description `index` of the attempt that loaded the page. */
            winning_attempt: number;
            /** @description One per strategy that was tried, in order. */
            attempts: components["schemas"]["Attempt"][];
            data: components["schemas"]["PageOutput"];
            metadata: components["schemas"]["PageMetadata"];
            /** @description Of the last attempt. */
            actions?: components["schemas"]["ActionResult"][];
            /** @description When the page was loaded, if it comes from the cache; null if it was loaded now. */
            cached_at: string | null;
            warnings: string[];
        };
        MapResult: {
            success: boolean;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
            /** @description Best matches of `search` first, else in the order of discovery. */
            links: components["schemas"]["MapLink"][];
            /** @description True when there are more links: the limit or the time was reached. */
            truncated: boolean;
            sources: components["schemas"]["MapSources"];
            /**
             * Format: date-time
             * @description When the site was explored, if the answer comes from the cache; null if it was explored now.
             */
            cached_at: string | null;
            warnings: string[];
        };
        MapLink: {
            url: string;
            title?: string;
            description?: string;
            /** @description As stated in the sitemap, W3C datetime. */
            lastmod?: string;
            /**
             * @description Where the URL was found.
             * @enum {string}
             */
            source: "sitemap" | "page" | "search";
        };
        SerpResult: {
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
            query: string;
            /** @enum {string} */
            engine: "google" | "bing" | "duckduckgo";
            /**
             * @description The back-end through which the engine was queried.
             * @enum {string}
             */
            backend: "searxng" | "brave" | "html";
            /** @description As requested, ISO 3166-1 alpha-2. */
            country: string | null;
            /** @description As requested, BCP 47. */
            language: string | null;
            page: number;
            /**
             * Format: date-time
             * @description When the engine answered: earlier than the request when the answer comes from the cache.
             */
            fetched_at: string;
            /** @description Empty when the engine finds nothing. */
            organic: components["schemas"]["SerpEntry"][];
            ads: components["schemas"]["SerpEntry"][];
            /** @description The panel about the entity that was searched for. */
            knowledge_graph: components["schemas"]["SerpPanel"] | null;
            /** @description The answer above the results. */
            answer_box: components["schemas"]["SerpAnswerBox"] | null;
            people_also_ask: components["schemas"]["SerpQuestion"][];
            related_searches: string[];
            /** @description As the engine estimates it. */
            total_results: number | null;
            pagination: components["schemas"]["SerpPagination"];
            /** @description What the back-end cannot supply, and what went wrong on the way. */
            warnings: string[];
        };
        SerpEntry: {
            /** @description From 1, counted across all pages. */
            position: number;
            title: string;
            /** @description Target of the link, without the redirect of the engine around it. */
            link: string;
            /** @description The same as `link`. */
            url: string;
            /** @description Empty if the engine shows no snippet. */
            snippet: string;
            /** @description Host of `link`, without `www.` */
            domain: string;
            /** @description The address as the engine shows it. */
            displayed_link: string | null;
            /** @description Page of the engine that contains it. */
            page: number;
        };
        SerpPanel: {
            title: string;
            /** @description Type of the entity, in the words of the engine. */
            type: string | null;
            /** @description A few sentences. */
            description: string | null;
            /** @description Address that the description comes from. */
            source: string | null;
            /** @description Official website. */
            website: string | null;
            /** @description Address of an image. */
            image: string | null;
            attributes: components["schemas"]["NameAndValue"][];
        };
        SerpAnswerBox: {
            answer: string;
            /** @description Title of the page that the answer comes from. */
            title: string | null;
            /** @description Address of that page. */
            link: string | null;
        };
        SerpQuestion: {
            question: string;
            /** @description Null when the engine loads it only after a click. */
            answer: string | null;
            /** @description Title of the page that the answer comes from. */
            title: string | null;
            /** @description Address of that page. */
            link: string | null;
        };
        NetworkResult: {
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
            /** @description Session in use: the one that was named, or one that was started with the page; null when none could be kept. */
            session_id: string | null;
            /** @description As requested. */
            url: string;
            /** @description After navigation; null without a navigation. */
            final_url: string | null;
            /** @description Of the navigation; null without a response. */
            status: number | null;
            /** @description Whether an attempt succeeded. */
            success: boolean;
            /** @description Country from which the page was requested, when one was chosen. */
            effective_geolocation: string | null;
            /** @description As requested. */
            tag: string | string[] | null;
            /** @description `index` of the attempt that succeeded; null without one. */
            winning_attempt: number | null;
            /** @description One per strategy that was tried, in order. */
            attempts: components["schemas"]["CaptureAttempt"][];
            /** @description Of the last attempt; empty when none were requested. */
            actions: components["schemas"]["ActionResult"][];
            warnings: string[];
        };
        NetworkCall: {
            /** @description Unique in the attempt: `c1`, `c2` … in the order in which calls began. */
            id: string;
            /** @enum {string} */
            resource_type: "document" | "xhr" | "fetch" | "websocket" | "eventsource";
            /**
             * @description `pending` = still open when the capture ended.
             * @enum {string}
             */
            state: "finished" | "failed" | "canceled" | "pending";
            /** @description The first URL of the chain. */
            requested_url: string;
            /** @description The final URL. */
            url: string;
            /** @description Of the final hop. */
            method: string;
            /** @description `http/1.1`, `h2` …; null when no response came. */
            http_version: string | null;
            is_navigation_request: boolean;
            /** @description Null for workers. */
            frame_id: string | null;
            /** @description Document of the frame. */
            frame_url: string | null;
            is_main_frame: boolean;
            /**
             * @description Who asked.
             * @enum {string}
             */
            target_type: "page" | "popup" | "iframe" | "worker" | "shared_worker" | "service_worker";
            initiator: components["schemas"]["CallInitiator"];
            /** Format: date-time */
            started_at: string;
            /** @description From the start of the navigation to the start of the call. */
            offset_ms: number;
            /** @description Null while it is open. */
            time_ms: number | null;
            timings: components["schemas"]["CallTimings"];
            /** @description Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma. */
            request_headers: {
                [key: string]: string | string[];
            };
            /** @description Null without a body, or if it was not kept. */
            request_body: string | null;
            /**
             * @description `base64` when the bytes are not text.
             * @enum {string|null}
             */
            request_body_encoding: "utf8" | "base64" | null;
            /** @description Of the whole body; 0 without a body, null when unknown. */
            request_body_bytes: number | null;
            /** @description Shortened, or there was one that could not be kept. */
            request_body_truncated: boolean;
            /** @description Null when no response came. */
            status: number | null;
            status_text: string;
            /** @description Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma. */
            response_headers: {
                [key: string]: string | string[];
            };
            /** @description Null when no response came. */
            mime_type: string | null;
            /** @description As declared. */
            charset: string | null;
            /** @description Null when it is omitted. */
            response_body: string | null;
            /**
             * @description `base64` when the bytes are not text.
             * @enum {string|null}
             */
            response_body_encoding: "utf8" | "base64" | null;
            /** @description Of the whole body, decompressed; null when unknown. */
            response_body_bytes: number | null;
            response_body_truncated: boolean;
            /**
             * @description Null when there is a body.
             * @enum {string|null}
             */
            response_body_omitted_reason: "no_content" | "redirect" | "not_available" | "evicted" | "too_large" | "budget_exceeded" | "navigated_away" | "canceled" | null;
            /** @description In order, without the final hop. */
            redirect_chain: components["schemas"]["CallRedirect"][];
            /** @description `net::ERR_…`, `blocked: <reason>`, a CORS code, or `blocked_by_policy` when the address is not allowed. Null unless `failed` or `canceled`. */
            failure_reason: string | null;
            failure: components["schemas"]["CallFailure"] | null;
            preflight: components["schemas"]["CallPreflight"] | null;
            /** @enum {string} */
            from_cache: "none" | "memory" | "disk" | "prefetch";
            from_service_worker: boolean;
            /** @description `network`, `cache-storage`, `http-cache` or `fallback-code`. */
            service_worker_source: string | null;
            /** @description Null when unknown. */
            server_ip: string | null;
            /** @description Null when unknown. */
            server_port: number | null;
            /** @description TLS; null without. */
            security: components["schemas"]["CallSecurity"] | null;
            sizes: components["schemas"]["CallSizes"];
            /** @description Some headers of the call were left out, because they were too many or too large. */
            headers_truncated: boolean;
            /** @description Null unless a WebSocket. */
            websocket: components["schemas"]["CallSocket"] | null;
            /** @description Of EventSource, and of event streams read by fetch; null for everything else. */
            events: components["schemas"]["CallEvent"][] | null;
            /** @description How many, those not listed included. */
            events_total: number;
        };
        Har: {
            log: components["schemas"]["HarLog"];
        };
        Session: {
            session_id: string;
            /** @description Registrable domain, or the exact host or address when it has none. */
            domain: string;
            /** @description Whether a scrape has created it implicitly. */
            implicit: boolean;
            status: components["schemas"]["SessionStatus"];
            ttl_seconds: number;
            max_uses: number | null;
            tag: string[];
            /** @description Higher with every `PUT`; the same as in `ETag`. */
            playbook_version: number;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was registered or replaced.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Last page.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Later with every use.
             */
            expires_at: string;
            /** @description Pages so far. */
            use_count: number;
            last_run: components["schemas"]["SessionRun"] | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        SessionDetail: {
            session_id: string;
            /** @description Registrable domain, or the exact host or address when it has none. */
            domain: string;
            /** @description Whether a scrape has created it implicitly. */
            implicit: boolean;
            status: components["schemas"]["SessionStatus"];
            ttl_seconds: number;
            max_uses: number | null;
            tag: string[];
            /** @description Higher with every `PUT`; the same as in `ETag`. */
            playbook_version: number;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was registered or replaced.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Last page.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Later with every use.
             */
            expires_at: string;
            /** @description Pages so far. */
            use_count: number;
            last_run: components["schemas"]["SessionRun"] | null;
            playbook: components["schemas"]["SessionPlaybook"];
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        SessionList: {
            /** @description Newest first. Sessions that scrapes have created implicitly are not listed. */
            data: components["schemas"]["SessionEntry"][];
            /** @description Pass it as `cursor` to continue the list; null at the end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        Watch: {
            watch_id: string;
            /** @description Version of the definition, as in `ETag`. */
            version: number;
            /** @enum {string} */
            status: "active" | "paused";
            /**
             * Format: date-time
             * @description Null while it is paused.
             */
            next_run_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its definition last changed.
             */
            updated_at: string;
            /** @description The newest run. */
            last_run: components["schemas"]["WatchRun"] | null;
            /** @description Scheduled runs that were skipped: another one was in progress, or their key had no room for a job. */
            skipped_runs: number;
            name: string;
            /** @description As it was given. */
            crawl?: {
                [key: string]: unknown;
            };
            /** @description As it was given. */
            batch?: {
                [key: string]: unknown;
            };
            schedule: components["schemas"]["WatchSchedule"];
            jitter_seconds: number;
            /** @enum {string} */
            overlap: "skip" | "buffer_one";
            track: components["schemas"]["WatchTrack"];
            keep_runs: number;
            /** @description As it was given, without secret values. */
            webhook: {
                [key: string]: unknown;
            } | null;
            /** @description Mail address for notices. */
            email: string | null;
            tag: string[];
            paused: boolean;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        WatchList: {
            data: components["schemas"]["WatchEntry"][];
            /** @description Continues the list; null at its end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        WatchRunList: {
            data: components["schemas"]["WatchRun"][];
            /** @description Continues the list; null at its end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        WatchRunAccepted: {
            run_id: string;
            job_id: string;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        WatchChangeList: {
            data: components["schemas"]["WatchChange"][];
            /** @description Continues the list; null at its end. */
            next_cursor: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        WatchText: {
            url: string;
            /** @description Where it led. */
            final_url: string | null;
            /** @description Title of the page. */
            title: string | null;
            /** @description The run that last saw this text. */
            run_id: string;
            /**
             * Format: date-time
             * @description When it did.
             */
            at: string;
            /** @description The text that was compared. */
            text: string;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        Attempt: {
            index: number;
            /** @description `http_basic`, `browser_basic`, `browser_premium` … */
            strategy: string;
            /** @enum {string} */
            engine: "http" | "headless_shell" | "chrome";
            /** @enum {string} */
            proxy_tier: "none" | "basic" | "enhanced" | "premium";
            geolocation: string | null;
            /** Format: date-time */
            started_at: string;
            elapsed_ms: number;
            /** @description Of the document; null without a response. */
            http_status: number | null;
            success: boolean;
            outcome: components["schemas"]["AttemptOutcome"];
            error?: components["schemas"]["CodedError"];
            blocked_by?: components["schemas"]["BlockSignal"];
            timings_ms: components["schemas"]["AttemptTimings"];
            /**
             * @description Whether the network became idle, when `network_idle` was requested.
             * @enum {string}
             */
            idle?: "reached" | "timed_out";
            actions?: components["schemas"]["ActionResult"][];
            /** @description Each redirect hop and each preflight counts; `data:` and `blob:` URLs do not. Sum of finished, failed, blocked, canceled, pending and untracked. */
            requests_total: number;
            /** @description Answered in full; redirects included. */
            requests_finished: number;
            /** @description Not answered, or not in full. */
            requests_failed: number;
            /** @description Not sent or not handed to the page: blocked by the browser, or by the address policy. */
            requests_blocked: number;
            /** @description Canceled by the page or the browser. */
            requests_canceled: number;
            /** @description Still open at the end. */
            requests_pending: number;
            /** @description Beyond the limit of a capture, or not reported by an event of the browser, such as what a page sends at `pagehide` over http: counted in `requests_total` and nowhere else. */
            requests_untracked: number;
            /** @description Answered by a redirect that was followed; part of the finished ones. */
            requests_redirected: number;
            /** @description Answered by a cache of the browser. */
            requests_from_cache: number;
            /** @description Answered by a service worker. */
            requests_from_service_worker: number;
            requests_by_type: components["schemas"]["CountsByType"];
            /** @description On the wire, headers included; for WebSockets also payloads. 0 for what a cache or a service worker answered. */
            bytes_received: number;
            /** @description Bodies, decompressed, and payloads of WebSockets. */
            bytes_decoded: number;
            /** @description Heads and bodies of requests, and payloads of WebSockets, as far as known. */
            bytes_sent: number;
            /** @description `bytes_received` by type. */
            bytes_by_type: components["schemas"]["CountsByType"];
            /** @description How many. */
            websocket_frames_sent: number;
            /** @description How many. */
            websocket_frames_received: number;
        };
        ProblemAttempt: {
            index: number;
            /** @description `http_basic`, `browser_basic`, `browser_premium` … */
            strategy: string;
            /** @enum {string} */
            engine: "http" | "headless_shell" | "chrome";
            /** @enum {string} */
            proxy_tier: "none" | "basic" | "enhanced" | "premium";
            geolocation: string | null;
            /** Format: date-time */
            started_at: string;
            elapsed_ms: number;
            /** @description Of the document; null without a response. */
            http_status: number | null;
            success: boolean;
            outcome: components["schemas"]["AttemptOutcome"];
            error?: components["schemas"]["CodedError"];
            blocked_by?: components["schemas"]["BlockSignal"];
            timings_ms: components["schemas"]["AttemptTimings"];
            /**
             * @description Whether the network became idle, when `network_idle` was requested.
             * @enum {string}
             */
            idle?: "reached" | "timed_out";
            actions?: components["schemas"]["ActionResult"][];
            /** @description Each redirect hop and each preflight counts; `data:` and `blob:` URLs do not. Sum of finished, failed, blocked, canceled, pending and untracked. */
            requests_total: number;
            /** @description Answered in full; redirects included. */
            requests_finished: number;
            /** @description Not answered, or not in full. */
            requests_failed: number;
            /** @description Not sent or not handed to the page: blocked by the browser, or by the address policy. */
            requests_blocked: number;
            /** @description Canceled by the page or the browser. */
            requests_canceled: number;
            /** @description Still open at the end. */
            requests_pending: number;
            /** @description Beyond the limit of a capture, or not reported by an event of the browser, such as what a page sends at `pagehide` over http: counted in `requests_total` and nowhere else. */
            requests_untracked: number;
            /** @description Answered by a redirect that was followed; part of the finished ones. */
            requests_redirected: number;
            /** @description Answered by a cache of the browser. */
            requests_from_cache: number;
            /** @description Answered by a service worker. */
            requests_from_service_worker: number;
            requests_by_type: components["schemas"]["CountsByType"];
            /** @description On the wire, headers included; for WebSockets also payloads. 0 for what a cache or a service worker answered. */
            bytes_received: number;
            /** @description Bodies, decompressed, and payloads of WebSockets. */
            bytes_decoded: number;
            /** @description Heads and bodies of requests, and payloads of WebSockets, as far as known. */
            bytes_sent: number;
            /** @description `bytes_received` by type. */
            bytes_by_type: components["schemas"]["CountsByType"];
            /** @description How many. */
            websocket_frames_sent: number;
            /** @description How many. */
            websocket_frames_received: number;
            /** @description Documents, XHR, fetch, WebSockets and EventSource, in the order in which they began. */
            network_calls?: components["schemas"]["NetworkCall"][];
            /** @description Calls that match the filters, those not listed included. */
            network_calls_total?: number;
            /** @description Not all of them are listed. */
            network_calls_truncated?: boolean;
        };
        CaptureAttempt: {
            index: number;
            /** @description `http_basic`, `browser_basic`, `browser_premium` … */
            strategy: string;
            /** @enum {string} */
            engine: "http" | "headless_shell" | "chrome";
            /** @enum {string} */
            proxy_tier: "none" | "basic" | "enhanced" | "premium";
            geolocation: string | null;
            /** Format: date-time */
            started_at: string;
            elapsed_ms: number;
            /** @description Of the document; null without a response. */
            http_status: number | null;
            success: boolean;
            outcome: components["schemas"]["AttemptOutcome"];
            error?: components["schemas"]["CodedError"];
            blocked_by?: components["schemas"]["BlockSignal"];
            timings_ms: components["schemas"]["AttemptTimings"];
            /**
             * @description Whether the network became idle, when `network_idle` was requested.
             * @enum {string}
             */
            idle?: "reached" | "timed_out";
            actions?: components["schemas"]["ActionResult"][];
            /** @description Each redirect hop and each preflight counts; `data:` and `blob:` URLs do not. Sum of finished, failed, blocked, canceled, pending and untracked. */
            requests_total: number;
            /** @description Answered in full; redirects included. */
            requests_finished: number;
            /** @description Not answered, or not in full. */
            requests_failed: number;
            /** @description Not sent or not handed to the page: blocked by the browser, or by the address policy. */
            requests_blocked: number;
            /** @description Canceled by the page or the browser. */
            requests_canceled: number;
            /** @description Still open at the end. */
            requests_pending: number;
            /** @description Beyond the limit of a capture, or not reported by an event of the browser, such as what a page sends at `pagehide` over http: counted in `requests_total` and nowhere else. */
            requests_untracked: number;
            /** @description Answered by a redirect that was followed; part of the finished ones. */
            requests_redirected: number;
            /** @description Answered by a cache of the browser. */
            requests_from_cache: number;
            /** @description Answered by a service worker. */
            requests_from_service_worker: number;
            requests_by_type: components["schemas"]["CountsByType"];
            /** @description On the wire, headers included; for WebSockets also payloads. 0 for what a cache or a service worker answered. */
            bytes_received: number;
            /** @description Bodies, decompressed, and payloads of WebSockets. */
            bytes_decoded: number;
            /** @description Heads and bodies of requests, and payloads of WebSockets, as far as known. */
            bytes_sent: number;
            /** @description `bytes_received` by type. */
            bytes_by_type: components["schemas"]["CountsByType"];
            /** @description How many. */
            websocket_frames_sent: number;
            /** @description How many. */
            websocket_frames_received: number;
            /** @description Documents, XHR, fetch, WebSockets and EventSource, in the order in which they began. */
            network_calls: components["schemas"]["NetworkCall"][];
            /** @description Calls that match the filters, those not listed included. */
            network_calls_total: number;
            /** @description Not all of them are listed. */
            network_calls_truncated: boolean;
        };
        ActionResult: {
            /** @description Position in `actions`, from 0. */
            index: number;
            /** @enum {string} */
            action: "click" | "click_and_hold" | "type" | "fill" | "press" | "hover" | "select_option" | "wait" | "wait_for_selector" | "wait_for_navigation" | "scroll" | "scroll_into_view" | "drag_to" | "reload";
            /** @enum {string} */
            status: "ok" | "skipped" | "failed";
            /** @description Elements the selector found. */
            matched: number;
            elapsed_ms: number;
            error?: components["schemas"]["CodedError"];
        };
        PageNote: {
            /** @description Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery. */
            index: number;
            url: string;
            /** @description Where redirects ended; null without an answer. */
            finalUrl: string | null;
            /** @description HTTP status; null without an answer. */
            status: number | null;
            success: boolean;
            error: string | null;
            errorCode: string | null;
            /** @description How often the page was tried. */
            attempts: number;
        };
        KeyReport: {
            /** @description Name of the key in the key file. */
            key_id: string;
            /** @description Tenant to which jobs of this key belong. */
            tenant: string;
            /** @description Whether the key sees the whole service in `GET /service`. */
            operator: boolean;
            quotas: components["schemas"]["KeyQuotas"];
            usage: components["schemas"]["KeyUsage"];
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        ServiceReport: {
            /**
             * @description `all` for keys with `operator` in the key file; other keys see their tenant only.
             * @enum {string}
             */
            scope: "tenant" | "all";
            /** @description Version of this gateway. */
            version: string;
            /**
             * @description Temporal, as this gateway sees it.
             * @enum {string}
             */
            workflow_service: "ok" | "unavailable";
            /**
             * @description The store, as this gateway sees it. `unfit`: it does not keep guarantees that jobs depend on.
             * @enum {string}
             */
            result_store: "ok" | "unavailable" | "unfit";
            /** @description Jobs that run; null when Temporal does not answer. */
            running: components["schemas"]["RunningJobs"] | null;
            /** @description Null when the store does not answer. */
            pages: components["schemas"]["ServicePages"] | null;
            /** @description Failed pages of the last hour by code; null when the store does not answer. */
            failures: components["schemas"]["FailureCount"][] | null;
            /** @description As in `GET /key`; null when the store does not answer. */
            quotas: components["schemas"]["KeyQuotas"] | null;
            /** @description As in `GET /key`; null when the store does not answer. */
            usage: components["schemas"]["KeyUsage"] | null;
            /** @description By tenant, for operators; null for other keys. `pages` and `failures` count the pages of these tenants. */
            tenants: components["schemas"]["TenantReport"][] | null;
            /** @description This gateway and the workers that it calls, for operators; null for other keys. */
            processes: components["schemas"]["ServiceProcess"][] | null;
            /** @description Task queues, for operators; null for other keys, and when Temporal does not answer. */
            queues: components["schemas"]["ServiceQueue"][] | null;
            /** @description The last hour against each objective, for operators; null for other keys. Requests are those of this gateway. `first_page`, of the scrape workers that answer, is missing while none does; `job_completion`, of the whole service, is missing while Temporal does not answer. */
            service_levels: components["schemas"]["ServiceLevel"][] | null;
            /** @description Address of the Temporal Web UI, for operators, if the service knows it. */
            temporal_ui: string | null;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        Health: {
            /** @constant */
            status: "ok";
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        Readiness: {
            /** @enum {string} */
            status: "ready" | "not_ready";
            checks: components["schemas"]["ReadinessChecks"];
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        Version: {
            name: string;
            version: string;
            api: string;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
        };
        /** @description A problem (RFC 9457). */
        Problem: {
            /** @description A URI that identifies the code. */
            type: string;
            title: string;
            status: number;
            /** @description What is wrong, for people. */
            detail: string;
            /** @description Path of the request. */
            instance: string;
            /** @constant */
            success: false;
            code: components["schemas"]["ProblemCode"];
            /** @description The same as `detail`. */
            message: string;
            /** @description The same as `detail`. */
            error: string;
            /** @description Also in the X-Request-Id header and on every log line. */
            request_id: string;
            /** @description The same request can succeed later. */
            retryable: boolean;
            /** @description Seconds; also in the Retry-After header. */
            retry_after?: number;
            /** @description For status 422: everything that is wrong with the request. */
            errors?: components["schemas"]["FieldProblem"][];
            /** @description The attempts at the requested page, when no attempt succeeded. Attempts of a capture also list their calls. */
            attempts?: components["schemas"]["ProblemAttempt"][];
        };
        /** @description One thing that is wrong with a request. */
        FieldProblem: {
            /** @description JSON pointer (RFC 6901) into the body as it was sent; `/query/NAME` for a query parameter, empty for the body as a whole and for headers. */
            pointer: string;
            code: components["schemas"]["ProblemCode"];
            /** @description Names field, rule and value; values that may be secret are omitted. */
            message: string;
        };
        StartedEvent: {
            /** @enum {string} */
            type: "crawl.started" | "batch_scrape.started";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description Job id. */
            id: string;
            /** @description The same each time the event is sent; also in the header `webhook-id`. */
            event_id: string;
            /** @description Events of a job are numbered from 1 and sent in this order. */
            sequence: number;
            /** @description False for a failed page and for a failed job. */
            success: boolean;
            data: components["schemas"]["StartedData"];
            /** @description Why it failed. */
            error?: string;
            /** @description As given when the job was started; null when none was given. */
            metadata: unknown;
            /** @description Of the request that started the job. */
            request_id: string;
        };
        PageEvent: {
            /** @enum {string} */
            type: "crawl.page" | "batch_scrape.page";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description Job id. */
            id: string;
            /** @description The same each time the event is sent; also in the header `webhook-id`. */
            event_id: string;
            /** @description Events of a job are numbered from 1 and sent in this order. */
            sequence: number;
            /** @description False for a failed page and for a failed job. */
            success: boolean;
            data: components["schemas"]["PageNote"];
            /** @description Why it failed. */
            error?: string;
            /** @description As given when the job was started; null when none was given. */
            metadata: unknown;
            /** @description Of the request that started the job. */
            request_id: string;
        };
        EndedEvent: {
            /** @enum {string} */
            type: "crawl.completed" | "crawl.failed" | "batch_scrape.completed" | "batch_scrape.failed";
            /**
             * Format: date-time
             * @description When the event happened.
             */
            timestamp: string;
            /** @description Job id. */
            id: string;
            /** @description The same each time the event is sent; also in the header `webhook-id`. */
            event_id: string;
            /** @description Events of a job are numbered from 1 and sent in this order. */
            sequence: number;
            /** @description False for a failed page and for a failed job. */
            success: boolean;
            data: components["schemas"]["EndedData"];
            /** @description Why it failed. */
            error?: string;
            /** @description As given when the job was started; null when none was given. */
            metadata: unknown;
            /** @description Of the request that started the job. */
            request_id: string;
        };
        WatchPageNotice: {
            /** @constant */
            type: "watch.page_changed";
            /**
             * Format: date-time
             * @description End of the run.
             */
            timestamp: string;
            /** @description Id of the watch. */
            id: string;
            /** @description The same each time the notice is sent; also in the header `webhook-id`. */
            event_id: string;
            /** @description Position among the notices of the run. */
            sequence: number;
            /** @description False for a run that did not complete. */
            success: boolean;
            data: components["schemas"]["WatchPageNoticeData"];
            /** @description As given with the watch; null when none was given. */
            metadata: unknown;
        };
        WatchRunNotice: {
            /** @constant */
            type: "watch.run_completed";
            /**
             * Format: date-time
             * @description End of the run.
             */
            timestamp: string;
            /** @description Id of the watch. */
            id: string;
            /** @description The same each time the notice is sent; also in the header `webhook-id`. */
            event_id: string;
            /** @description Position among the notices of the run. */
            sequence: number;
            /** @description False for a run that did not complete. */
            success: boolean;
            data: components["schemas"]["WatchRunNoticeData"];
            /** @description As given with the watch; null when none was given. */
            metadata: unknown;
        };
        WatchPageNoticeData: {
            run_id: string;
            /** @description The job of the run; all job routes answer for it. */
            job_id: string;
            /** @description Name of the watch. */
            name: string;
            /** @description The URL that was asked for. */
            url: string;
            /** @description Where it led. */
            final_url: string | null;
            state: components["schemas"]["WatchPageState"];
            /** @description `not_found`, `gone` or `unlinked` for a removed page, an error code for a failed one. */
            reason: string | null;
            /** @description Title of the page. */
            title: string | null;
            /** @description Words that the new text has more. */
            words_added: number;
            /** @description Words that the new text has less. */
            words_removed: number;
            /** @description True when the page returned to one of its earlier texts. */
            flapping: boolean;
            /** @description Path of the list of changes of the run. */
            changes_url: string;
        };
        WatchRunNoticeData: {
            run_id: string;
            /** @description The job of the run; all job routes answer for it. */
            job_id: string;
            /** @description Name of the watch. */
            name: string;
            /** @enum {string} */
            trigger: "schedule" | "manual";
            /** @enum {string} */
            status: "completed" | "failed" | "cancelled";
            /** @description Whether it made the base that later runs are compared with. */
            first: boolean;
            /**
             * Format: date-time
             * @description When it started.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string;
            counts: components["schemas"]["WatchRunCounts"];
            /** @description Why the job of a failed run failed. */
            error: string | null;
            warnings: string[];
            /** @description Path of the list of changes of the run. */
            changes_url: string;
        };
        ActiveCrawl: {
            id: string;
            /** @enum {string} */
            status: "crawling" | "completed" | "failed" | "cancelled";
            /** @description Start URL. */
            url: string;
            /** @description As requested. */
            limit: number;
            /**
             * Format: date-time
             * @description Start of the job.
             */
            createdAt: string;
        };
        ActiveBatch: {
            id: string;
            /** @enum {string} */
            status: "scraping" | "completed" | "failed" | "cancelled";
            /** @description First URL of the list. */
            url: string;
            /** @description As requested. */
            limit: number;
            /**
             * Format: date-time
             * @description Start of the job.
             */
            createdAt: string;
        };
        CrawlUrl: {
            url: string;
            state: components["schemas"]["UrlState"];
            depth: number;
            /** @description The first page that linked to this URL. */
            parent: string | null;
            /** @description Rule, error code (docs/errors.md) or robots reason. */
            reason?: string;
            message?: string;
            /** @description URL of the page that has the content. */
            duplicateOf?: string;
        };
        BatchUrl: {
            url: string;
            state: components["schemas"]["UrlState"];
            depth: number;
            /** @description The first page that linked to this URL. */
            parent: string | null;
            /** @description Rule, error code (docs/errors.md) or robots reason. */
            reason?: string;
            message?: string;
            /** @description URL of the page that has the content. */
            duplicateOf?: string;
            /** @description Position in `urls`, from 0. */
            index: number;
        };
        /** @enum {string} */
        UrlState: "pending" | "leased" | "scraped" | "failed" | "excluded" | "robots" | "duplicate" | "over_limit" | "out_of_scope" | "trap" | "cancelled";
        JobDelivery: {
            /** @description Name of the target. */
            target: string;
            /**
             * @description `waiting`: not tried yet; `delivering`: being tried; `failed`: given up.
             * @enum {string}
             */
            state: "waiting" | "delivering" | "delivered" | "failed";
            /** @description Archives that are at the target. */
            files: components["schemas"]["DeliveredFile"][];
            /** @description Why the last try, or the delivery, failed; null when it did not. */
            error: string | null;
            /**
             * Format: date-time
             * @description When everything was at the target.
             */
            delivered_at: string | null;
        };
        DeliveredFile: {
            /** @description Name of the file in the folder of the job. */
            name: string;
            /** @description Size. */
            bytes: number;
            /** @description SHA-256 of the file, hexadecimal. */
            sha256: string;
        };
        PageOutput: {
            /** @description As it was received, or as the browser rendered it. */
            html?: string;
            clean_html?: string;
            markdown?: string;
            /** @description Of the whole page, absolute. */
            links?: string[];
            /** @description The data that the schema or the prompt describes; null when nothing was found. */
            json?: unknown;
            /** @description Link to a PNG; the link expires. */
            screenshot?: string;
            /** @description Link to a PNG; the link expires. */
            screenshot_full_page?: string;
        };
        OmittedFormat: {
            /** @enum {string} */
            format: "markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page";
            /**
             * @description `too_large`: it does not fit into a reply; read it from the archive or from `GET …/pages/{index}`. `unavailable`: it is lost, or was stored by an earlier release.
             * @enum {string}
             */
            reason: "too_large" | "unavailable";
        };
        JobAttempt: {
            index: number;
            /** @description `http_basic`, `browser_basic`, `browser_premium` … */
            strategy: string;
            /** @enum {string} */
            engine: "http" | "headless_shell" | "chrome";
            /** @enum {string} */
            proxy_tier: "none" | "basic" | "enhanced" | "premium";
            /** Format: date-time */
            started_at: string;
            elapsed_ms: number;
            /** @description Of the document; null without a response. */
            http_status: number | null;
            success: boolean;
            outcome: components["schemas"]["AttemptOutcome"];
            /** @description Null for an attempt that succeeded. */
            error: components["schemas"]["CodedError"] | null;
            bytes_received: number;
            /** @description Every request of the page, in a browser. */
            requests_total?: number;
            blocked_by?: components["schemas"]["BlockSignal"];
        };
        PageMetadata: {
            /** @description Of the page. */
            title: string | null;
            /** @description As stated by the page. */
            description: string | null;
            /** @description BCP 47. */
            language: string | null;
            /** @description Absolute. */
            canonical_url: string | null;
            /** @description Several are joined by a comma. */
            author: string | null;
            /** @description ISO 8601, with the precision that the page states. */
            published_time: string | null;
            /** @description ISO 8601, with the precision that the page states. */
            modified_time: string | null;
            /** @description As stated by the page. */
            site_name: string | null;
            /** @description Absolute URL. */
            favicon: string | null;
            /** @description Content of meta robots, lower case. */
            robots: string | null;
            content_type: string;
            /** @description Encoding in which the text was decoded. */
            charset: string | null;
            /** @description Of a paged document. */
            pages: number | null;
            /** @description Words of the content that was chosen. */
            word_count: number;
            /** @description OpenGraph properties without their prefix. */
            og: Record<string, unknown>;
            /** @description JSON-LD items in document order. */
            json_ld: unknown[];
            /** @description The method that produced the content. */
            extractor: string;
            json?: components["schemas"]["JsonReport"];
            /** @description Why the output is less than requested. */
            degraded?: string;
        };
        JsonReport: {
            /** @description `model`: a language model has read the page; `page`: filled from what the page states, without one. */
            by: "model" | "page";
            /** @description Name of the model; null without one. */
            model: string | null;
            /** @description Whether the value is valid for the schema as it was given. */
            valid: boolean;
            /** @description Where it is not valid. */
            errors: components["schemas"]["JsonReportError"][];
            /** @description JSON pointer of a field → where on the page its value comes from; empty with a model. */
            sources: {
                [key: string]: string;
            };
            /** @description Tokens that the model has used; null without one. */
            usage: components["schemas"]["ModelUsage"] | null;
        };
        JsonReportError: {
            /** @description JSON pointer into the value. */
            pointer: string;
            message: string;
        };
        ModelUsage: {
            calls: number;
            /** @description Number of parts in which the page was read. */
            chunks: number;
            prompt_tokens: number;
            completion_tokens: number;
        };
        CodedError: {
            code: string;
            message: string;
        };
        BlockSignal: {
            vendor: string;
            /** @description What the detection is based on. */
            signal: string;
            /** @enum {string} */
            confidence: "high" | "medium" | "low";
        };
        /** @description What the time was spent on. */
        AttemptTimings: {
            queue: number;
            acquire: number;
            navigate: number;
            wait: number;
            actions: number;
            settle: number;
            collect: number;
        };
        /** @description Sum: `requests_total` without the untracked ones. */
        CountsByType: {
            document: number;
            stylesheet: number;
            image: number;
            media: number;
            font: number;
            script: number;
            xhr: number;
            fetch: number;
            websocket: number;
            eventsource: number;
            ping: number;
            preflight: number;
            other: number;
        };
        /** @enum {string} */
        AttemptOutcome: "success" | "blocked" | "timeout" | "dns_error" | "tls_error" | "proxy_error" | "network_error" | "unsafe_target" | "action_failed" | "browser_crashed" | "download" | "pdf" | "js_shell" | "empty" | "http_error";
        /** @description Links by where they were found. */
        MapSources: {
            sitemap: number;
            page: number;
            search: number;
        };
        SerpPagination: {
            current: number;
            /** @description Null after the last page. Where it is not known whether another page follows, the number of the page that would follow. */
            next: number | null;
        };
        NameAndValue: {
            name: string;
            value: string;
        };
        CallInitiator: {
            /** @description `parser`, `script`, `preload`, `other` … */
            type: string;
            /** @description Of the script or document. */
            url: string | null;
            /** @description From 1. */
            line: number | null;
            /** @description From 1. */
            column: number | null;
            /** @description The call this one came from, when it is listed. */
            call_id: string | null;
        };
        /** @description Milliseconds, of the final hop; -1 = does not apply. `ssl` is part of `connect`. */
        CallTimings: {
            blocked: number;
            dns: number;
            connect: number;
            ssl: number;
            send: number;
            wait: number;
            receive: number;
        };
        CallRedirect: {
            url: string;
            method: string;
            /** @description Null when no response was seen. */
            status: number | null;
            status_text: string;
            /** @description As the server sent it. */
            location: string | null;
            /** @description Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma. */
            request_headers: {
                [key: string]: string | string[];
            };
            /** @description Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma. */
            response_headers: {
                [key: string]: string | string[];
            };
            /** @description Null when unknown. */
            server_ip: string | null;
            /** @description Null when unknown. */
            server_port: number | null;
            /** @description From the request to the redirect. */
            time_ms: number | null;
        };
        CallFailure: {
            /** @description As the browser gave it, `net::ERR_…`; may be empty. */
            error_text: string;
            /** @description Canceled by the page or the browser. */
            canceled: boolean;
            /** @description Why the browser did not send it. */
            blocked_reason: string | null;
            /** @description Which CORS rule was broken. */
            cors_error: string | null;
            /** @description The value that broke the rule. */
            cors_parameter: string | null;
        };
        /** @description The OPTIONS request sent before it. */
        CallPreflight: {
            /** @description Null when no response was seen. */
            status: number | null;
            /** @description Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma. */
            request_headers: {
                [key: string]: string | string[];
            };
            /** @description Names in lower case; `set-cookie` is a list, other repeated headers are joined by a comma. */
            response_headers: {
                [key: string]: string | string[];
            };
            /** @description From the request to the end of its response. */
            time_ms: number | null;
        };
        CallSecurity: {
            protocol: string;
            issuer: string;
            subject_name: string;
            /** @description Seconds since the epoch. */
            valid_from: number;
            /** @description Seconds since the epoch. */
            valid_to: number;
        };
        CallSizes: {
            /** @description Of the final hop, reckoned from its headers. */
            request_headers: number;
            /** @description 0 without a body. */
            request_body: number;
            /** @description Of the final hop, on the wire; null when unknown. */
            response_headers: number | null;
            /** @description Of the body on the wire: `transfer` without response headers. */
            response_body_encoded: number;
            /** @description Of the body, decompressed; the bytes received so far while it is open. */
            response_body_decoded: number;
            /** @description Of all responses of the chain on the wire; 0 when a cache or a service worker answered. */
            transfer: number;
        };
        CallSocket: {
            frames: components["schemas"]["CallSocketFrame"][];
            /** @description How many, those not listed included. */
            frames_sent: number;
            /** @description How many, those not listed included. */
            frames_received: number;
            /** @description Of payloads. */
            bytes_sent: number;
            /** @description Of payloads. */
            bytes_received: number;
            /** @description How many are not listed. */
            frames_omitted: number;
            /** @description Null when the browser reported none. */
            close_code: number | null;
            /** @description Why the connection failed. */
            error: string | null;
        };
        CallSocketFrame: {
            /** @enum {string} */
            direction: "sent" | "received";
            /** @description 1 = text, 2 = binary. */
            opcode: number;
            payload: string;
            /**
             * @description `base64` when the bytes are not text.
             * @enum {string}
             */
            payload_encoding: "utf8" | "base64";
            /** @description Of the whole payload. */
            payload_bytes: number;
            truncated: boolean;
            /** @description From the start of the navigation. */
            offset_ms: number;
        };
        CallEvent: {
            event: string;
            id: string;
            data: string;
            /** @description From the start of the navigation. */
            offset_ms: number;
            truncated: boolean;
        };
        HarLog: {
            /** @constant */
            version: "1.2";
            creator: components["schemas"]["HarProgram"];
            browser?: components["schemas"]["HarProgram"];
            pages: components["schemas"]["HarPage"][];
            /** @description In the order in which requests began. */
            entries: components["schemas"]["HarEntry"][];
            comment?: string;
            /** @description Session in use. */
            _session_id?: string;
        };
        HarProgram: {
            name: string;
            version: string;
        };
        HarPage: {
            /** Format: date-time */
            startedDateTime: string;
            id: string;
            title: string;
            pageTimings: components["schemas"]["HarPageTimings"];
        };
        HarPageTimings: {
            onContentLoad: number;
            onLoad: number;
        };
        HarEntry: {
            pageref?: string;
            /** Format: date-time */
            startedDateTime: string;
            /** @description Milliseconds. */
            time: number;
            request: components["schemas"]["HarRequest"];
            response: components["schemas"]["HarResponse"];
            cache: Record<string, unknown>;
            timings: components["schemas"]["HarTimings"];
            serverIPAddress?: string;
            connection?: string;
            _resourceType: string;
            _initiator: components["schemas"]["HarInitiator"];
            /** @description How many messages are not listed. */
            comment?: string;
            /** @enum {string} */
            _fromCache?: "memory" | "disk";
            _webSocketMessages?: components["schemas"]["HarSocketMessage"][];
        };
        HarRequest: {
            method: string;
            url: string;
            httpVersion: string;
            cookies: components["schemas"]["HarCookie"][];
            headers: components["schemas"]["NameAndValue"][];
            queryString: components["schemas"]["NameAndValue"][];
            postData?: components["schemas"]["HarPostData"];
            /** @description Bytes; -1 when unknown. */
            headersSize: number;
            /** @description Bytes; -1 when unknown. */
            bodySize: number;
        };
        HarCookie: {
            name: string;
            value: string;
            path?: string;
            domain?: string;
            /** Format: date-time */
            expires?: string;
            httpOnly?: boolean;
            secure?: boolean;
        };
        HarPostData: {
            mimeType: string;
            text: string;
            params?: components["schemas"]["HarParameter"][];
            /**
             * @description For binary uploads; not part of HAR 1.2, but read by Playwright.
             * @constant
             */
            encoding?: "base64";
            /** @description Why the text is missing or cut. */
            comment?: string;
        };
        HarParameter: {
            name: string;
            value?: string;
            fileName?: string;
            contentType?: string;
        };
        HarResponse: {
            /** @description -1 when there was no response. */
            status: number;
            statusText: string;
            httpVersion: string;
            cookies: components["schemas"]["HarCookie"][];
            headers: components["schemas"]["NameAndValue"][];
            content: components["schemas"]["HarContent"];
            redirectURL: string;
            /** @description Bytes; -1 when unknown. */
            headersSize: number;
            /** @description Bytes; -1 when unknown. */
            bodySize: number;
            _transferSize: number;
            _failureText?: string;
            _error: string | null;
        };
        HarContent: {
            /** @description Bytes; -1 when unknown. */
            size: number;
            /** @description Bytes saved on the wire. */
            compression?: number;
            mimeType: string;
            text?: string;
            /** @constant */
            encoding?: "base64";
            /** @description Why the text is missing or cut. */
            comment?: string;
        };
        HarTimings: {
            blocked: number;
            dns: number;
            connect: number;
            ssl: number;
            /** @description Milliseconds. */
            send: number;
            /** @description Milliseconds. */
            wait: number;
            /** @description Milliseconds. */
            receive: number;
        };
        HarInitiator: {
            type: string;
            url?: string;
            lineNumber?: number;
            columnNumber?: number;
        };
        HarSocketMessage: {
            /** @enum {string} */
            type: "send" | "receive";
            /** @description Seconds since the epoch. */
            time: number;
            opcode: number;
            /** @description Base64 when binary. */
            data: string;
            /** @description `data` is only the beginning of the message. */
            _truncated?: boolean;
        };
        SessionEntry: {
            session_id: string;
            /** @description Registrable domain, or the exact host or address when it has none. */
            domain: string;
            /** @description Whether a scrape has created it implicitly. */
            implicit: boolean;
            status: components["schemas"]["SessionStatus"];
            ttl_seconds: number;
            max_uses: number | null;
            tag: string[];
            /** @description Higher with every `PUT`; the same as in `ETag`. */
            playbook_version: number;
            /**
             * Format: date-time
             * @description When it was registered.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was registered or replaced.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Last page.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Later with every use.
             */
            expires_at: string;
            /** @description Pages so far. */
            use_count: number;
            last_run: components["schemas"]["SessionRun"] | null;
        };
        /**
         * @description `warming` while the playbook runs, `busy` while a page uses the session, `failed` after a run that failed.
         * @enum {string}
         */
        SessionStatus: "registered" | "warming" | "ready" | "busy" | "expired" | "failed";
        SessionRun: {
            /**
             * Format: date-time
             * @description Start of the run.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description End of the run; null while it runs.
             */
            finished_at: string | null;
            /** @enum {string} */
            outcome: "running" | "succeeded" | "failed";
            /** @enum {string} */
            trigger: "registered" | "replaced" | "requested" | "logged_out" | "interval" | "retry";
            /** @description Why the run failed. */
            error: string | null;
        };
        /** @description As registered. Values that may be secrets are `********`, except references to secrets. */
        SessionPlaybook: {
            start_url: string | null;
            js_render: boolean | null;
            actions: components["schemas"]["SessionAction"][];
            cookies: components["schemas"]["SessionCookie"][];
            headers: {
                [key: string]: string;
            };
            local_storage: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            geolocation: string | null;
            proxy_strategy: string;
            user_agent: string | null;
            secrets: {
                [key: string]: string;
            };
            success: components["schemas"]["SessionCondition"] | null;
            logged_out: components["schemas"]["SessionCondition"] | null;
            refresh: components["schemas"]["SessionRefresh"];
        };
        SessionAction: {
            /** @enum {string} */
            action: "click" | "click_and_hold" | "type" | "fill" | "press" | "hover" | "select_option" | "wait" | "wait_for_selector" | "wait_for_navigation" | "scroll" | "scroll_into_view" | "drag_to" | "reload";
            /** @description Element that the action applies to. */
            selector?: string;
            /**
             * @description How `selector` is interpreted.
             * @default css
             * @enum {string}
             */
            selector_type?: "css" | "xpath" | "role" | "text" | "regex" | "test_id" | "label" | "placeholder";
            /** @description Text, key, option or pixels. */
            value?: string | number;
            duration_ms?: number;
            /** @description Searches inside this iframe. */
            frame_selector?: string;
            /** @description Skips the action when its selector is not visible. */
            if_present?: boolean;
            timeout_ms?: number;
        };
        SessionCookie: {
            name: string;
            /** @description May have `{{secret.name}}`. */
            value: string;
            /** @description Sent to this host and those below it. Default: to all hosts of the domain of the session. */
            domain?: string;
            /**
             * @description Begins with `/`.
             * @default /
             */
            path?: string;
            /** @description Epoch seconds. Default: the cookie expires with the session. */
            expires?: number;
            /**
             * @description Only over HTTPS.
             * @default false
             */
            secure?: boolean;
            /**
             * @description Hidden from scripts.
             * @default false
             */
            http_only?: boolean;
            /**
             * @description The SameSite attribute.
             * @enum {string}
             */
            same_site?: "strict" | "lax" | "none";
        };
        /** @description As registered; null = the default. */
        SessionCondition: {
            /** @description RE2 syntax, unanchored, on the final URL. */
            url_pattern?: string;
            /** @description CSS selector: the document has a match. */
            selector?: string;
            /** @description CSS selector: the document has no match. */
            selector_absent?: string;
            /** @description Part of the visible text, upper and lower case alike. */
            text?: string;
            /** @description Name of a cookie that the session has. */
            cookie?: string;
            /** @description Status of the document. */
            status?: number;
        };
        SessionRefresh: {
            on_logged_out: boolean;
            interval_seconds: number | null;
        };
        WatchEntry: {
            watch_id: string;
            /** @description Version of the definition, as in `ETag`. */
            version: number;
            /** @enum {string} */
            status: "active" | "paused";
            /**
             * Format: date-time
             * @description Null while it is paused.
             */
            next_run_at: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its definition last changed.
             */
            updated_at: string;
            /** @description The newest run. */
            last_run: components["schemas"]["WatchRun"] | null;
            /** @description Scheduled runs that were skipped: another one was in progress, or their key had no room for a job. */
            skipped_runs: number;
            name: string;
            schedule: components["schemas"]["WatchSchedule"];
            jitter_seconds: number;
            /** @enum {string} */
            overlap: "skip" | "buffer_one";
            track: components["schemas"]["WatchTrack"];
            keep_runs: number;
            /** @description As it was given, without secret values. */
            webhook: {
                [key: string]: unknown;
            } | null;
            /** @description Mail address for notices. */
            email: string | null;
            tag: string[];
            paused: boolean;
        };
        WatchSchedule: {
            cron?: string;
            timezone?: string;
            every_seconds?: number;
        };
        WatchTrack: {
            /** @enum {string} */
            mode: "markdown" | "text" | "json";
            ignore_selectors: string[];
            ignore_patterns: string[];
            min_changed_words: number;
        };
        WatchRun: {
            run_id: string;
            /** @description The job of the run; all job routes answer for it. */
            job_id: string;
            /** @enum {string} */
            trigger: "schedule" | "manual";
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled";
            /**
             * Format: date-time
             * @description When it started.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            ended_at: string | null;
            counts: components["schemas"]["WatchRunCounts"];
            /** @description Why the job of a failed run failed. */
            error: string | null;
            warnings: string[];
        };
        WatchRunCounts: {
            /** @description Pages that the last good state did not have. */
            new: number;
            /** @description Pages with another text. */
            changed: number;
            /** @description Pages that are gone. */
            removed: number;
            /** @description Pages with the same text. */
            same: number;
            /** @description Pages without a verdict. */
            failed: number;
        };
        WatchChange: {
            /** @description The URL that was asked for. */
            url: string;
            /** @description Where it led. */
            final_url: string | null;
            state: components["schemas"]["WatchPageState"];
            /** @description `not_found`, `gone` or `unlinked` for a removed page, an error code for a failed one. */
            reason: string | null;
            /** @description Title of the page. */
            title: string | null;
            /** @description The run that the page is compared with. */
            previous_run_id: string | null;
            /**
             * Format: date-time
             * @description When that run saw the page.
             */
            previous_at: string | null;
            /** @description Words that the new text has more. */
            words_added: number;
            /** @description Words that the new text has less. */
            words_removed: number;
            /** @description Unified diff of the compared texts, with three lines of context. */
            diff: string | null;
            /** @description True when hunks are missing at the end of `diff`. */
            diff_truncated: boolean;
            /** @description For `json`: the change as a JSON patch (RFC 6902). */
            json_patch: unknown[] | null;
            /** @description True when the page returned to one of its earlier texts. */
            flapping: boolean;
        };
        /** @enum {string} */
        WatchPageState: "new" | "changed" | "same" | "removed" | "failed";
        /** @description What the key may use. */
        KeyQuotas: {
            /** @description Jobs and watches allowed in the current minute. */
            starts_per_minute: number;
            /** @description Reads allowed in the current minute. */
            reads_per_minute: number;
            /** @description Synchronous calls allowed in the current minute. */
            calls_per_minute: number;
            /** @description Jobs allowed at the same time. */
            concurrent_jobs: number;
            /** @description Event streams allowed at the same time at one gateway. */
            streams: number;
            /** @description Watches allowed. */
            watches: number;
        };
        /** @description What the key uses now, by the same names. */
        KeyUsage: {
            /** @description Jobs and watches used in the current minute. */
            starts_per_minute: number;
            /** @description Reads used in the current minute. */
            reads_per_minute: number;
            /** @description Synchronous calls used in the current minute. */
            calls_per_minute: number;
            /** @description Jobs used at the same time. */
            concurrent_jobs: number;
            /** @description Event streams open at this gateway. */
            streams: number;
            /** @description Watches used. */
            watches: number;
        };
        RunningJobs: {
            /** @description Running crawls. */
            crawl: number;
            /** @description Running batches. */
            batch_scrape: number;
        };
        /** @description Pages of jobs that were started within the last 24 hours. */
        ServicePages: {
            /** @description In the last minute of the clock that is over. */
            last_minute: components["schemas"]["PageCounts"];
            last_hour: components["schemas"]["PageCounts"];
            /** @description False when not every job of the last 24 hours, or not every tenant, could be counted. */
            complete: boolean;
        };
        PageCounts: {
            /** @description Pages of jobs that were scraped successfully. */
            completed: number;
            /** @description Pages of jobs that failed. */
            failed: number;
        };
        FailureCount: {
            /** @description `errorCode` of pages. */
            code: string;
            /** @description Pages that failed with it in the last hour. */
            pages: number;
        };
        TenantReport: {
            tenant: string;
            /** @description Null when Temporal does not answer. */
            running: components["schemas"]["RunningJobs"] | null;
            /** @description Null when the store does not answer. */
            last_hour: components["schemas"]["PageCounts"] | null;
        };
        ServiceProcess: {
            /** @enum {string} */
            kind: "gateway" | "scrape_worker" | "browser_worker";
            /** @description Address at which this gateway calls the worker, or its own host name. */
            address: string;
            /** @description Version of Seine that it runs; null when it did not answer. */
            version: string | null;
            /**
             * @description `unavailable`: it did not answer.
             * @enum {string}
             */
            status: "ready" | "not_ready" | "unavailable";
            /** @description Why it is not ready. */
            problem: string | null;
            /** @description Slots for calls; null for a gateway, and when it did not answer. */
            slots: components["schemas"]["ProcessSlots"] | null;
        };
        ProcessSlots: {
            /** @description Pages in progress. */
            used: number;
            /** @description Pages that wait for a slot. */
            waiting: number;
            /** @description Pages that may be in progress at the same time. */
            capacity: number;
        };
        ServiceQueue: {
            /** @description Task queue of Temporal. */
            name: string;
            /** @enum {string} */
            tasks: "workflows" | "activities";
            /** @description Tasks that wait for a worker, as Temporal estimates them. */
            backlog: number;
            /** @description How long the oldest of them has waited. */
            oldest_seconds: number;
            /** @description Workers that polled the queue in the last five minutes. */
            workers: number;
        };
        ServiceLevel: {
            /** @enum {string} */
            name: "api_availability" | "job_start" | "api_latency" | "first_page" | "job_completion" | "capture_success";
            /** @description Requests, jobs or pages of the last hour that count. */
            total: number;
            /** @description Those of them that missed the objective. */
            bad: number;
            /** @description Share of bad ones that the objective allows. */
            allowed: number;
            /**
             * @description `missed`: more were bad than allowed. `no_data`: nothing counted in the last hour.
             * @enum {string}
             */
            status: "met" | "missed" | "no_data";
        };
        ReadinessChecks: {
            /** @enum {string} */
            workflowService: "ok" | "unavailable";
            /**
             * @description `unfit`: the store does not keep guarantees that jobs depend on, or is being probed; the log has details.
             * @enum {string}
             */
            resultStore: "ok" | "unavailable" | "unfit";
            /**
             * @description Needed only for requests that use a browser; the process is ready without it.
             * @enum {string}
             */
            browserWorkers: "ok" | "unavailable" | "not_configured";
            /**
             * @description Needed by `POST /scrape` and `POST /map`; the process is ready without it.
             * @enum {string}
             */
            scrapeWorkers: "ok" | "unavailable" | "not_configured";
            accepting: boolean;
        };
        /**
         * @description What is wrong, for programs:
         *
         *     - 400 `malformed_json`
         *     - 400 `malformed_request`
         *     - 400 `session_domain_mismatch`
         *     - 401 `unauthorized`
         *     - 403 `forbidden`
         *     - 404 `not_found`
         *     - 404 `job_not_found`
         *     - 404 `page_not_found`
         *     - 404 `session_not_found`
         *     - 404 `watch_not_found`
         *     - 404 `run_not_found`
         *     - 405 `method_not_allowed`
         *     - 408 `request_timeout`, can succeed later
         *     - 409 `session_exists`
         *     - 409 `job_finished`
         *     - 409 `job_not_finished`
         *     - 409 `nothing_to_retry`
         *     - 409 `run_in_progress`
         *     - 409 `watch_quota_reached`
         *     - 412 `version_mismatch`
         *     - 413 `body_too_large`
         *     - 415 `unsupported_media_type`
         *     - 417 `expectation_failed`
         *     - 422 `validation_failed`
         *     - 422 `unknown_field`
         *     - 422 `invalid_url`
         *     - 422 `url_not_allowed`
         *     - 422 `invalid_combination`
         *     - 422 `limit_exceeded`
         *     - 422 `idempotency_key_reused`
         *     - 422 `unsupported_pattern`
         *     - 422 `pattern_too_costly`
         *     - 422 `schema_too_complex`
         *     - 429 `rate_limited`, can succeed later
         *     - 429 `concurrency_limit_reached`, can succeed later
         *     - 429 `session_busy`, can succeed later
         *     - 429 `schema_busy`, can succeed later
         *     - 429 `mail_quota_reached`, can succeed later
         *     - 431 `headers_too_large`
         *     - 500 `internal_error`
         *     - 500 `stored_data_damaged`
         *     - 502 `all_attempts_failed`, can succeed later
         *     - 502 `target_blocked`, can succeed later
         *     - 502 `dns_failure`, can succeed later
         *     - 502 `tls_failure`
         *     - 502 `proxy_failure`, can succeed later
         *     - 502 `unsafe_target`
         *     - 502 `serp_blocked`, can succeed later
         *     - 503 `not_configured`
         *     - 503 `workflow_service_unavailable`, can succeed later
         *     - 503 `result_store_unavailable`, can succeed later
         *     - 503 `browser_unavailable`, can succeed later
         *     - 503 `scrape_unavailable`, can succeed later
         *     - 503 `proxy_not_configured`
         *     - 503 `serp_engine_not_configured`
         *     - 504 `budget_exceeded`, can succeed later
         * @enum {string}
         */
        ProblemCode: "malformed_json" | "malformed_request" | "session_domain_mismatch" | "unauthorized" | "forbidden" | "not_found" | "job_not_found" | "page_not_found" | "session_not_found" | "watch_not_found" | "run_not_found" | "method_not_allowed" | "request_timeout" | "session_exists" | "job_finished" | "job_not_finished" | "nothing_to_retry" | "run_in_progress" | "watch_quota_reached" | "version_mismatch" | "body_too_large" | "unsupported_media_type" | "expectation_failed" | "validation_failed" | "unknown_field" | "invalid_url" | "url_not_allowed" | "invalid_combination" | "limit_exceeded" | "idempotency_key_reused" | "unsupported_pattern" | "pattern_too_costly" | "schema_too_complex" | "rate_limited" | "concurrency_limit_reached" | "session_busy" | "schema_busy" | "mail_quota_reached" | "headers_too_large" | "internal_error" | "stored_data_damaged" | "all_attempts_failed" | "target_blocked" | "dns_failure" | "tls_failure" | "proxy_failure" | "unsafe_target" | "serp_blocked" | "not_configured" | "workflow_service_unavailable" | "result_store_unavailable" | "browser_unavailable" | "scrape_unavailable" | "proxy_not_configured" | "serp_engine_not_configured" | "budget_exceeded";
        StartedData: {
            /** @description Start URL of a crawl, first URL of a batch. */
            url: string;
            /** @description As requested. */
            limit: number;
        };
        EndedData: {
            /** @enum {string} */
            status: "completed" | "failed";
            /** @description Start URL of a crawl, first URL of a batch. */
            url: string;
            /** @description As requested. */
            limit: number;
            /** @description completed + failed. */
            total: number;
            /** @description Pages scraped successfully. */
            completed: number;
            /** @description Pages that failed. */
            failed: number;
            /**
             * Format: date-time
             * @description Start of the job.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description End of the job.
             */
            completedAt: string;
            /** @description Seconds. */
            duration: number;
            warnings: string[];
            /** @description Path of the status of the job, which has new download links. */
            statusUrl: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type CrawlRequest = components['schemas']['CrawlRequest'];
export type BatchRequest = components['schemas']['BatchRequest'];
export type ScrapeRequest = components['schemas']['ScrapeRequest'];
export type MapRequest = components['schemas']['MapRequest'];
export type NetworkRequest = components['schemas']['NetworkRequest'];
export type CreateSessionRequest = components['schemas']['CreateSessionRequest'];
export type ReplaceSessionRequest = components['schemas']['ReplaceSessionRequest'];
export type Playbook = components['schemas']['Playbook'];
export type WatchRequest = components['schemas']['WatchRequest'];
export type PageOptions = components['schemas']['PageOptions'];
export type Action = components['schemas']['Action'];
export type OverrideParameter = components['schemas']['OverrideParameter'];
export type Webhook = components['schemas']['Webhook'];
export type OutputFlags = components['schemas']['OutputFlags'];
export type PlaybookCookie = components['schemas']['PlaybookCookie'];
export type PlaybookCondition = components['schemas']['PlaybookCondition'];
export type PlaybookRefresh = components['schemas']['PlaybookRefresh'];
export type WatchedCrawl = components['schemas']['WatchedCrawl'];
export type WatchedBatch = components['schemas']['WatchedBatch'];
export type WatchScheduleRequest = components['schemas']['WatchScheduleRequest'];
export type WatchTrackRequest = components['schemas']['WatchTrackRequest'];
export type WatchWebhook = components['schemas']['WatchWebhook'];
export type JobAccepted = components['schemas']['JobAccepted'];
export type CrawlStatus = components['schemas']['CrawlStatus'];
export type BatchStatus = components['schemas']['BatchStatus'];
export type CrawlCancelled = components['schemas']['CrawlCancelled'];
export type CrawlFinalised = components['schemas']['CrawlFinalised'];
export type BatchCancelled = components['schemas']['BatchCancelled'];
export type BatchFinalised = components['schemas']['BatchFinalised'];
export type ActiveCrawls = components['schemas']['ActiveCrawls'];
export type ActiveBatches = components['schemas']['ActiveBatches'];
export type CrawlUrls = components['schemas']['CrawlUrls'];
export type BatchUrls = components['schemas']['BatchUrls'];
export type JobList = components['schemas']['JobList'];
export type JobListEntry = components['schemas']['JobListEntry'];
export type JobPages = components['schemas']['JobPages'];
export type JobPageEntry = components['schemas']['JobPageEntry'];
export type JobPage = components['schemas']['JobPage'];
export type DeliveryLog = components['schemas']['DeliveryLog'];
export type Delivery = components['schemas']['Delivery'];
export type Redelivery = components['schemas']['Redelivery'];
export type ScrapeResult = components['schemas']['ScrapeResult'];
export type MapResult = components['schemas']['MapResult'];
export type MapLink = components['schemas']['MapLink'];
export type SerpResult = components['schemas']['SerpResult'];
export type SerpEntry = components['schemas']['SerpEntry'];
export type SerpPanel = components['schemas']['SerpPanel'];
export type SerpAnswerBox = components['schemas']['SerpAnswerBox'];
export type SerpQuestion = components['schemas']['SerpQuestion'];
export type NetworkResult = components['schemas']['NetworkResult'];
export type NetworkCall = components['schemas']['NetworkCall'];
export type Har = components['schemas']['Har'];
export type Session = components['schemas']['Session'];
export type SessionDetail = components['schemas']['SessionDetail'];
export type SessionList = components['schemas']['SessionList'];
export type Watch = components['schemas']['Watch'];
export type WatchList = components['schemas']['WatchList'];
export type WatchRunList = components['schemas']['WatchRunList'];
export type WatchRunAccepted = components['schemas']['WatchRunAccepted'];
export type WatchChangeList = components['schemas']['WatchChangeList'];
export type WatchText = components['schemas']['WatchText'];
export type Attempt = components['schemas']['Attempt'];
export type ProblemAttempt = components['schemas']['ProblemAttempt'];
export type CaptureAttempt = components['schemas']['CaptureAttempt'];
export type ActionResult = components['schemas']['ActionResult'];
export type PageNote = components['schemas']['PageNote'];
export type KeyReport = components['schemas']['KeyReport'];
export type ServiceReport = components['schemas']['ServiceReport'];
export type Health = components['schemas']['Health'];
export type Readiness = components['schemas']['Readiness'];
export type Version = components['schemas']['Version'];
export type Problem = components['schemas']['Problem'];
export type FieldProblem = components['schemas']['FieldProblem'];
export type StartedEvent = components['schemas']['StartedEvent'];
export type PageEvent = components['schemas']['PageEvent'];
export type EndedEvent = components['schemas']['EndedEvent'];
export type WatchPageNotice = components['schemas']['WatchPageNotice'];
export type WatchRunNotice = components['schemas']['WatchRunNotice'];
export type WatchPageNoticeData = components['schemas']['WatchPageNoticeData'];
export type WatchRunNoticeData = components['schemas']['WatchRunNoticeData'];
export type ActiveCrawl = components['schemas']['ActiveCrawl'];
export type ActiveBatch = components['schemas']['ActiveBatch'];
export type CrawlUrl = components['schemas']['CrawlUrl'];
export type BatchUrl = components['schemas']['BatchUrl'];
export type UrlState = components['schemas']['UrlState'];
export type JobDelivery = components['schemas']['JobDelivery'];
export type DeliveredFile = components['schemas']['DeliveredFile'];
export type PageOutput = components['schemas']['PageOutput'];
export type OmittedFormat = components['schemas']['OmittedFormat'];
export type JobAttempt = components['schemas']['JobAttempt'];
export type PageMetadata = components['schemas']['PageMetadata'];
export type JsonReport = components['schemas']['JsonReport'];
export type JsonReportError = components['schemas']['JsonReportError'];
export type ModelUsage = components['schemas']['ModelUsage'];
export type CodedError = components['schemas']['CodedError'];
export type BlockSignal = components['schemas']['BlockSignal'];
export type AttemptTimings = components['schemas']['AttemptTimings'];
export type CountsByType = components['schemas']['CountsByType'];
export type AttemptOutcome = components['schemas']['AttemptOutcome'];
export type MapSources = components['schemas']['MapSources'];
export type SerpPagination = components['schemas']['SerpPagination'];
export type NameAndValue = components['schemas']['NameAndValue'];
export type CallInitiator = components['schemas']['CallInitiator'];
export type CallTimings = components['schemas']['CallTimings'];
export type CallRedirect = components['schemas']['CallRedirect'];
export type CallFailure = components['schemas']['CallFailure'];
export type CallPreflight = components['schemas']['CallPreflight'];
export type CallSecurity = components['schemas']['CallSecurity'];
export type CallSizes = components['schemas']['CallSizes'];
export type CallSocket = components['schemas']['CallSocket'];
export type CallSocketFrame = components['schemas']['CallSocketFrame'];
export type CallEvent = components['schemas']['CallEvent'];
export type HarLog = components['schemas']['HarLog'];
export type HarProgram = components['schemas']['HarProgram'];
export type HarPage = components['schemas']['HarPage'];
export type HarPageTimings = components['schemas']['HarPageTimings'];
export type HarEntry = components['schemas']['HarEntry'];
export type HarRequest = components['schemas']['HarRequest'];
export type HarCookie = components['schemas']['HarCookie'];
export type HarPostData = components['schemas']['HarPostData'];
export type HarParameter = components['schemas']['HarParameter'];
export type HarResponse = components['schemas']['HarResponse'];
export type HarContent = components['schemas']['HarContent'];
export type HarTimings = components['schemas']['HarTimings'];
export type HarInitiator = components['schemas']['HarInitiator'];
export type HarSocketMessage = components['schemas']['HarSocketMessage'];
export type SessionEntry = components['schemas']['SessionEntry'];
export type SessionStatus = components['schemas']['SessionStatus'];
export type SessionRun = components['schemas']['SessionRun'];
export type SessionPlaybook = components['schemas']['SessionPlaybook'];
export type SessionAction = components['schemas']['SessionAction'];
export type SessionCookie = components['schemas']['SessionCookie'];
export type SessionCondition = components['schemas']['SessionCondition'];
export type SessionRefresh = components['schemas']['SessionRefresh'];
export type WatchEntry = components['schemas']['WatchEntry'];
export type WatchSchedule = components['schemas']['WatchSchedule'];
export type WatchTrack = components['schemas']['WatchTrack'];
export type WatchRun = components['schemas']['WatchRun'];
export type WatchRunCounts = components['schemas']['WatchRunCounts'];
export type WatchChange = components['schemas']['WatchChange'];
export type WatchPageState = components['schemas']['WatchPageState'];
export type KeyQuotas = components['schemas']['KeyQuotas'];
export type KeyUsage = components['schemas']['KeyUsage'];
export type RunningJobs = components['schemas']['RunningJobs'];
export type ServicePages = components['schemas']['ServicePages'];
export type PageCounts = components['schemas']['PageCounts'];
export type FailureCount = components['schemas']['FailureCount'];
export type TenantReport = components['schemas']['TenantReport'];
export type ServiceProcess = components['schemas']['ServiceProcess'];
export type ProcessSlots = components['schemas']['ProcessSlots'];
export type ServiceQueue = components['schemas']['ServiceQueue'];
export type ServiceLevel = components['schemas']['ServiceLevel'];
export type ReadinessChecks = components['schemas']['ReadinessChecks'];
export type ProblemCode = components['schemas']['ProblemCode'];
export type StartedData = components['schemas']['StartedData'];
export type EndedData = components['schemas']['EndedData'];
export type $defs = Record<string, never>;
export interface operations {
    startCrawl: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request repeated under the same key starts no second job. */
                "Idempotency-Key"?: string;
                /** @description A request repeated under the same key starts no second job. */
                "X-Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CrawlRequest"];
            };
        };
        responses: {
            /** @description The job is accepted and will run. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
        };
    };
    activeCrawls: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveCrawls"];
                };
            };
        };
    };
    readCrawl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlStatus"];
                };
            };
        };
    };
    cancelCrawl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The final status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlCancelled"];
                };
            };
        };
    };
    pauseCrawl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, with `paused: true`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlStatus"];
                };
            };
        };
    };
    resumeCrawl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, with `paused: false`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlStatus"];
                };
            };
        };
    };
    retryCrawl: {
        parameters: {
            query?: {
                /** @description Only pages that failed with one of these error codes, separated by commas. */
                codes?: string[];
            };
            header?: {
                /** @description A request repeated under the same key starts no second job. */
                "Idempotency-Key"?: string;
                /** @description A request repeated under the same key starts no second job. */
                "X-Idempotency-Key"?: string;
            };
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is accepted and will run. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
        };
    };
    crawlUrls: {
        parameters: {
            query?: {
                /** @description Only URLs in this state. */
                state?: components["schemas"]["UrlState"];
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the ledger. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlUrls"];
                };
            };
        };
    };
    crawlEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event of a stream that was interrupted; the new one continues after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events: `progress` with the status whenever it has changed, `page` for each page that has ended, `end` with the final status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The last event that the caller has received is `end`: no more events follow, and an `EventSource` stops. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    crawlWebhooks: {
        parameters: {
            query?: {
                /** @description Only tries with this outcome. */
                state?: "delivered" | "retrying" | "given_up";
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the delivery log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryLog"];
                };
            };
        };
    };
    redeliverCrawlWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
                /** @description Id of the event, as in the delivery log and in the header `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
        };
    };
    finaliseCrawl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only validated: a job is finalised once at a time, and a job of which nothing is missing does not change. */
                "Idempotency-Key"?: string;
                /** @description Only validated: a job is finalised once at a time, and a job of which nothing is missing does not change. */
                "X-Idempotency-Key"?: string;
            };
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is nothing to do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlFinalised"];
                };
            };
            /** @description Archives, record and notices are being built from the stored data. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlFinalised"];
                };
            };
        };
    };
    startBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request repeated under the same key starts no second job. */
                "Idempotency-Key"?: string;
                /** @description A request repeated under the same key starts no second job. */
                "X-Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 24 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description The job is accepted and will run. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
        };
    };
    activeBatches: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActiveBatches"];
                };
            };
        };
    };
    readBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchStatus"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status after the call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchCancelled"];
                };
            };
        };
    };
    pauseBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, with `paused: true`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchStatus"];
                };
            };
        };
    };
    resumeBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, with `paused: false`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchStatus"];
                };
            };
        };
    };
    retryBatch: {
        parameters: {
            query?: {
                /** @description Only pages that failed with one of these error codes, separated by commas. */
                codes?: string[];
            };
            header?: {
                /** @description A request repeated under the same key starts no second job. */
                "Idempotency-Key"?: string;
                /** @description A request repeated under the same key starts no second job. */
                "X-Idempotency-Key"?: string;
            };
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is accepted and will run. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobAccepted"];
                };
            };
        };
    };
    batchUrls: {
        parameters: {
            query?: {
                /** @description Only URLs in this state. */
                state?: components["schemas"]["UrlState"];
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the ledger. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchUrls"];
                };
            };
        };
    };
    batchEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the last event of a stream that was interrupted; the new one continues after it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events: `progress` with the status whenever it has changed, `page` for each page that has ended, `end` with the final status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The last event that the caller has received is `end`: no more events follow, and an `EventSource` stops. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchWebhooks: {
        parameters: {
            query?: {
                /** @description Only tries with this outcome. */
                state?: "delivered" | "retrying" | "given_up";
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the delivery log. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryLog"];
                };
            };
        };
    };
    redeliverBatchWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
                /** @description Id of the event, as in the delivery log and in the header `webhook-id`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
        };
    };
    finaliseBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Only validated: a job is finalised once at a time, and a job of which nothing is missing does not change. */
                "Idempotency-Key"?: string;
                /** @description Only validated: a job is finalised once at a time, and a job of which nothing is missing does not change. */
                "X-Idempotency-Key"?: string;
            };
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is nothing to do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchFinalised"];
                };
            };
            /** @description Archives, record and notices are being built from the stored data. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchFinalised"];
                };
            };
        };
    };
    scrapePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScrapeRequest"];
            };
        };
        responses: {
            /** @description The page, whatever its own status is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScrapeResult"];
                };
            };
        };
    };
    mapSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MapRequest"];
            };
        };
        responses: {
            /** @description The links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapResult"];
                };
            };
        };
    };
    search: {
        parameters: {
            query?: {
                /** @description What to search for, at most 512 characters. Required, here or as `q`. */
                query?: string;
                /** @description The same as `query`; give one of them. */
                q?: string;
                /** @description The search engine whose results are wanted. */
                engine?: "google" | "bing" | "duckduckgo";
                /** @description Where to search from, ISO 3166-1 alpha-2. */
                country?: string;
                /** @description Language of results and page, BCP 47, such as `de` or `pt-BR`. */
                language?: string;
                /** @description Maximum number of results of this page. */
                num_results?: number;
                /** @description Counted in pages of `num_results`. */
                page?: number;
                /** @description `true` is `strict`, `false` is `off`. */
                safe_search?: "off" | "moderate" | "strict" | "true" | "false";
                /** @description Only results from the last day, week, month or year. */
                time_range?: "d" | "w" | "m" | "y";
                /** @description The kind of device that results are for. */
                device?: "desktop" | "mobile";
                /** @description `fast`: one page of the first back-end that is not suspended, without a browser; `full`: other back-ends, further pages and a browser as needed. */
                mode?: "fast" | "full";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results; empty when the engine finds nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SerpResult"];
                };
            };
        };
    };
    captureNetwork: {
        parameters: {
            query?: {
                /** @description Only calls of these kinds, separated by commas or one parameter each. */
                resource_type?: ("document" | "xhr" | "fetch" | "websocket" | "eventsource")[];
                /** @description Only calls whose URL matches, in RE2 syntax, unanchored. */
                url_pattern?: string;
                /** @description Only calls to this host, without port. */
                host?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NetworkRequest"];
            };
        };
        responses: {
            /** @description What was captured, also of a page that failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NetworkResult"];
                    "application/har+json": components["schemas"]["Har"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                /** @description Only jobs of this kind. */
                kind?: "crawl" | "batch_scrape";
                /** @description Only jobs with this status. */
                status?: "crawling" | "completed" | "failed" | "cancelled" | "scraping";
                /** @description Only jobs with this label. */
                tag?: string;
                /** @description Only jobs created at this time or later: a date, or a date with time and zone, ISO 8601. */
                created_after?: string;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of jobs. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
        };
    };
    crawlPages: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of pages; a reply that would be larger than 10 MiB has fewer. */
                limit?: number;
                /** @description Formats of the job to return, separated by commas; by default all but screenshots. `none` alone returns pages without results. */
                output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page" | "none")[];
                /** @description Whether to return the attempts at each page. */
                attempts?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Some pages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPages"];
                };
            };
        };
    };
    crawlPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
                /** @description `index` of the page in the list of pages. */
                index: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    batchPages: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of pages; a reply that would be larger than 10 MiB has fewer. */
                limit?: number;
                /** @description Formats of the job to return, separated by commas; by default all but screenshots. `none` alone returns pages without results. */
                output?: ("markdown" | "html" | "clean_html" | "links" | "json" | "screenshot" | "screenshot_full_page" | "none")[];
                /** @description Whether to return the attempts at each page. */
                attempts?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Some pages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPages"];
                };
            };
        };
    };
    batchPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Job id as returned by the start call. */
                id: string;
                /** @description `index` of the page in the list of pages. */
                index: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSessionRequest"];
            };
        };
        responses: {
            /** @description The session is registered; a playbook with a `start_url` will run. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDetail"];
                };
            };
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDetail"];
                };
            };
        };
    };
    replaceSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version to replace, from `ETag`; a different version is not replaced. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the session. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 256 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceSessionRequest"];
            };
        };
        responses: {
            /** @description The session as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDetail"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: {
                /** @description Deletes it even while it is in use. */
                force?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description Id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs, or will run once the session is not in use. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    listWatches: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchList"];
                };
            };
        };
    };
    createWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request repeated under the same key makes nothing twice. */
                "Idempotency-Key"?: string;
                /** @description A request repeated under the same key makes nothing twice. */
                "X-Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchRequest"];
            };
        };
        responses: {
            /** @description The watch. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
        };
    };
    readWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the watch. */
                watch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
        };
    };
    replaceWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version to change, from `ETag`; a different version is not changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the watch. */
                watch_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchRequest"];
            };
        };
        responses: {
            /** @description The watch as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
        };
    };
    deleteWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version to change, from `ETag`; a different version is not changed. */
                "If-Match"?: string;
            };
            path: {
                /** @description Id of the watch. */
                watch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    runWatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A request repeated under the same key makes nothing twice. */
                "Idempotency-Key"?: string;
                /** @description A request repeated under the same key makes nothing twice. */
                "X-Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the watch. */
                watch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run starts. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchRunAccepted"];
                };
            };
        };
    };
    pauseWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the watch. */
                watch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch, paused. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
        };
    };
    resumeWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the watch. */
                watch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch, active. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
        };
    };
    listWatchRuns: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the watch. */
                watch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchRunList"];
                };
            };
        };
    };
    listWatchChanges: {
        parameters: {
            query?: {
                state?: components["schemas"]["WatchPageState"];
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Maximum number of entries of this page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the watch. */
                watch_id: string;
                /** @description Id of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchChangeList"];
                };
            };
        };
    };
    readWatchText: {
        parameters: {
            query?: {
                /** @description The page, as in the list of changes. */
                url?: string;
            };
            header?: never;
            path: {
                /** @description Id of the watch. */
                watch_id: string;
                /** @description Id of the run. */
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchText"];
                };
            };
        };
    };
    readKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyReport"];
                };
            };
        };
    };
    readService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report; parts that could not be read are null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceReport"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description It cannot; `checks` says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    version: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
        };
    };
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that loads nothing from other hosts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
}
