/**
 * The client of the service: a method for each operation, and methods that wait, follow and download. Members of
 * requests and answers are named as in the API.
 */
import { Caller, type List } from './caller.ts'
import { openArchive } from './archive.ts'
import type { Har, WatchRun } from './generated/openapi.ts'
import { jobEvents, type FollowOptions, type JobEvent, type OpenStream } from './job-events.ts'
import type { OperationName, QueryOf, ReplyOf, RequestBody } from './operation-types.ts'
import { readJson, type CallOptions, type OpenAnswer } from './transport.ts'
import { waitForJob, type WaitOptions } from './wait-for-job.ts'
import { waitForRun } from './wait-for-run.ts'

/** Options of a list of a job's pages. */
export type PagesOptions = CallOptions & {
  /** Waits for further pages of a running job, until it has ended. @default true */
  follow?: boolean
}

type Reply<Name extends OperationName> = Promise<ReplyOf<Name>>
type CrawlStatusReply = ReplyOf<'readCrawl'>
type BatchStatusReply = ReplyOf<'readBatch'>

const handOn = (answer: OpenAnswer): Promise<OpenAnswer> => Promise.resolve(answer)

async function readText({ response, deadline }: OpenAnswer): Promise<string> {
  const text = await response.text()
  deadline.end()
  return text
}

/** A client of one service with one key. It keeps no connection of its own and needs no closing. */
export class SeineClient extends Caller {
  // Single pages and sites

  /** Loads one page and returns its content. */
  scrape(body: RequestBody<'scrapePage'>, options?: CallOptions): Reply<'scrapePage'> {
    return this.call('scrapePage', { body }, options)
  }

  /** Lists the URLs of a site. */
  map(body: RequestBody<'mapSite'>, options?: CallOptions): Reply<'mapSite'> {
    return this.call('mapSite', { body }, options)
  }

  /** Queries a search engine. */
  search(query: QueryOf<'search'>, options?: CallOptions): Reply<'search'> {
    return this.call('search', { query }, options)
  }

  /** Loads one page in a browser and returns the traffic it caused. */
  captureNetwork(
    body: RequestBody<'captureNetwork'>,
    query: QueryOf<'captureNetwork'> = {},
    options?: CallOptions,
  ): Reply<'captureNetwork'> {
    return this.call('captureNetwork', { body, query }, options)
  }

  /** The same as an HTTP Archive (HAR 1.2). */
  async captureHar(
    body: RequestBody<'captureNetwork'>,
    query: QueryOf<'captureNetwork'> = {},
    options: CallOptions = {},
  ): Promise<Har> {
    const headers = { accept: 'application/har+json' }
    return (await this.send('captureNetwork', { body, query, headers }, options, readJson)) as Har
  }

  // Crawls

  /** Starts a crawl. */
  startCrawl(body: RequestBody<'startCrawl'>, options?: CallOptions): Reply<'startCrawl'> {
    return this.call('startCrawl', { body }, options)
  }

  /** Lists the crawls that are running. */
  activeCrawls(query: QueryOf<'activeCrawls'> = {}, options?: CallOptions): List<'activeCrawls'> {
    return this.list('activeCrawls', [], query, options)
  }

  /** Reads the status of a crawl, with download links once it has ended. */
  readCrawl(id: string, options?: CallOptions): Reply<'readCrawl'> {
    return this.call('readCrawl', { params: [id] }, options)
  }

  /** Cancels a crawl. */
  cancelCrawl(id: string, options?: CallOptions): Reply<'cancelCrawl'> {
    return this.call('cancelCrawl', { params: [id] }, options)
  }

  /** Pauses a crawl. */
  pauseCrawl(id: string, options?: CallOptions): Reply<'pauseCrawl'> {
    return this.call('pauseCrawl', { params: [id] }, options)
  }

  /** Resumes a paused crawl. */
  resumeCrawl(id: string, options?: CallOptions): Reply<'resumeCrawl'> {
    return this.call('resumeCrawl', { params: [id] }, options)
  }

  /** Starts a crawl for the failed pages of a finished one. */
  retryCrawl(id: string, query: QueryOf<'retryCrawl'> = {}, options?: CallOptions): Reply<'retryCrawl'> {
    return this.call('retryCrawl', { params: [id], query }, options)
  }

  /** Builds the missing results of a crawl whose finalisation failed. */
  finaliseCrawl(id: string, options?: CallOptions): Reply<'finaliseCrawl'> {
    return this.call('finaliseCrawl', { params: [id] }, options)
  }

  /** Lists the URLs of a crawl and the state of each. */
  crawlUrls(id: string, query: QueryOf<'crawlUrls'> = {}, options?: CallOptions): List<'crawlUrls'> {
    return this.list('crawlUrls', [id], query, options)
  }

  /** Lists the finished pages of a crawl with their results; iterated, it follows a running one to its end. */
  crawlPages(id: string, query: QueryOf<'crawlPages'> = {}, options?: PagesOptions): List<'crawlPages'> {
    return this.list('crawlPages', [id], query, options)
  }

  /** Reads one finished page of a crawl. @param index its `index` in the list of pages. */
  crawlPage(id: string, index: number, options?: CallOptions): Reply<'crawlPage'> {
    return this.call('crawlPage', { params: [id, index] }, options)
  }

  /** Follows a crawl live to its end, over as many connections as it takes. */
  crawlEvents(id: string, options: FollowOptions = {}): AsyncGenerator<JobEvent<CrawlStatusReply>, void, undefined> {
    return jobEvents(this.#stream('crawlEvents', id, options.signal), options)
  }

  /** Lists every try at delivering the webhook events of a crawl. */
  crawlWebhooks(id: string, query: QueryOf<'crawlWebhooks'> = {}, options?: CallOptions): List<'crawlWebhooks'> {
    return this.list('crawlWebhooks', [id], query, options)
  }

  /** Sends a webhook event of a crawl again. */
  redeliverCrawlWebhook(id: string, eventId: string, options?: CallOptions): Reply<'redeliverCrawlWebhook'> {
    return this.call('redeliverCrawlWebhook', { params: [id, eventId] }, options)
  }

  /** Starts a crawl and waits for its end. @returns its final status, also of one that failed or was cancelled. */
  async crawlAndWait(
    body: RequestBody<'startCrawl'>,
    options: WaitOptions<CrawlStatusReply> & Pick<CallOptions, 'idempotencyKey'> = {},
  ): Reply<'readCrawl'> {
    const { id } = await this.startCrawl(body, startOptions(options))
    return await this.waitForCrawl(id, options)
  }

  /** Waits for the end of a crawl. @returns its final status. */
  waitForCrawl(id: string, options: WaitOptions<CrawlStatusReply> = {}): Reply<'readCrawl'> {
    const ports = {
      read: (signal: AbortSignal) => this.readCrawl(id, { signal }),
      events: (signal: AbortSignal) => this.crawlEvents(id, { signal }),
      cancel: () => this.cancelCrawl(id),
    }
    return waitForJob(id, ports, options)
  }

  /** Opens an archive of a finished crawl. @param format its name in `s3PresignedUrls`. */
  crawlArchive(id: string, format: string, options: CallOptions = {}): Promise<Response> {
    return openArchive(() => this.readCrawl(id, options), format, options.signal)
  }

  // Batches

  /** Starts a batch: a list of URLs. */
  startBatch(body: RequestBody<'startBatch'>, options?: CallOptions): Reply<'startBatch'> {
    return this.call('startBatch', { body }, options)
  }

  /** Lists the batches that are running. */
  activeBatches(query: QueryOf<'activeBatches'> = {}, options?: CallOptions): List<'activeBatches'> {
    return this.list('activeBatches', [], query, options)
  }

  /** Reads the status of a batch, with download links once it has ended. */
  readBatch(id: string, options?: CallOptions): Reply<'readBatch'> {
    return this.call('readBatch', { params: [id] }, options)
  }

  /** Cancels a batch. */
  cancelBatch(id: string, options?: CallOptions): Reply<'cancelBatch'> {
    return this.call('cancelBatch', { params: [id] }, options)
  }

  /** Pauses a batch. */
  pauseBatch(id: string, options?: CallOptions): Reply<'pauseBatch'> {
    return this.call('pauseBatch', { params: [id] }, options)
  }

  /** Resumes a paused batch. */
  resumeBatch(id: string, options?: CallOptions): Reply<'resumeBatch'> {
    return this.call('resumeBatch', { params: [id] }, options)
  }

  /** Starts a batch for the failed pages of a finished one. */
  retryBatch(id: string, query: QueryOf<'retryBatch'> = {}, options?: CallOptions): Reply<'retryBatch'> {
    return this.call('retryBatch', { params: [id], query }, options)
  }

  /** Builds the missing results of a batch whose finalisation failed. */
  finaliseBatch(id: string, options?: CallOptions): Reply<'finaliseBatch'> {
    return this.call('finaliseBatch', { params: [id] }, options)
  }

  /** Lists the URLs of a batch and the state of each. */
  batchUrls(id: string, query: QueryOf<'batchUrls'> = {}, options?: CallOptions): List<'batchUrls'> {
    return this.list('batchUrls', [id], query, options)
  }

  /** Lists the finished pages of a batch with their results; iterated, it follows a running one to its end. */
  batchPages(id: string, query: QueryOf<'batchPages'> = {}, options?: PagesOptions): List<'batchPages'> {
    return this.list('batchPages', [id], query, options)
  }

  /** Reads one finished page of a batch. @param index its `index` in the list of pages. */
  batchPage(id: string, index: number, options?: CallOptions): Reply<'batchPage'> {
    return this.call('batchPage', { params: [id, index] }, options)
  }

  /** Follows a batch live to its end, over as many connections as it takes. */
  batchEvents(id: string, options: FollowOptions = {}): AsyncGenerator<JobEvent<BatchStatusReply>, void, undefined> {
    return jobEvents(this.#stream('batchEvents', id, options.signal), options)
  }

  /** Lists every try at delivering the webhook events of a batch. */
  batchWebhooks(id: string, query: QueryOf<'batchWebhooks'> = {}, options?: CallOptions): List<'batchWebhooks'> {
    return this.list('batchWebhooks', [id], query, options)
  }

  /** Sends a webhook event of a batch again. */
  redeliverBatchWebhook(id: string, eventId: string, options?: CallOptions): Reply<'redeliverBatchWebhook'> {
    return this.call('redeliverBatchWebhook', { params: [id, eventId] }, options)
  }

  /** Starts a batch and waits for its end. @returns its final status, also of one that failed or was cancelled. */
  async batchAndWait(
    body: RequestBody<'startBatch'>,
    options: WaitOptions<BatchStatusReply> & Pick<CallOptions, 'idempotencyKey'> = {},
  ): Reply<'readBatch'> {
    const { id } = await this.startBatch(body, startOptions(options))
    return await this.waitForBatch(id, options)
  }

  /** Waits for the end of a batch. @returns its final status. */
  waitForBatch(id: string, options: WaitOptions<BatchStatusReply> = {}): Reply<'readBatch'> {
    const ports = {
      read: (signal: AbortSignal) => this.readBatch(id, { signal }),
      events: (signal: AbortSignal) => this.batchEvents(id, { signal }),
      cancel: () => this.cancelBatch(id),
    }
    return waitForJob(id, ports, options)
  }

  /** Opens an archive of a finished batch. @param format its name in `s3PresignedUrls`. */
  batchArchive(id: string, format: string, options: CallOptions = {}): Promise<Response> {
    return openArchive(() => this.readBatch(id, options), format, options.signal)
  }

  // Jobs

  /** Lists all retained jobs, newest first. */
  listJobs(query: QueryOf<'listJobs'> = {}, options?: CallOptions): List<'listJobs'> {
    return this.list('listJobs', [], query, options)
  }

  // Sessions

  /** Registers a session, with a playbook that logs in. */
  createSession(body: RequestBody<'createSession'>, options?: CallOptions): Reply<'createSession'> {
    return this.call('createSession', { body }, options)
  }

  /** Lists the sessions. */
  listSessions(query: QueryOf<'listSessions'> = {}, options?: CallOptions): List<'listSessions'> {
    return this.list('listSessions', [], query, options)
  }

  /** Reads a session and its playbook, without its secrets. */
  readSession(id: string, options?: CallOptions): Reply<'readSession'> {
    return this.call('readSession', { params: [id] }, options)
  }

  /** Replaces the playbook and the settings of a session; `ifMatch` takes its `playbook_version`. */
  replaceSession(id: string, body: RequestBody<'replaceSession'>, options?: CallOptions): Reply<'replaceSession'> {
    return this.call('replaceSession', { params: [id], body }, options)
  }

  /** Deletes a session. */
  async deleteSession(id: string, query: QueryOf<'deleteSession'> = {}, options?: CallOptions): Promise<void> {
    await this.call('deleteSession', { params: [id], query }, options)
  }

  /** Runs the playbook of a session again. */
  refreshSession(id: string, options?: CallOptions): Reply<'refreshSession'> {
    return this.call('refreshSession', { params: [id] }, options)
  }

  // Watches

  /** Creates a watch. */
  createWatch(body: RequestBody<'createWatch'>, options?: CallOptions): Reply<'createWatch'> {
    return this.call('createWatch', { body }, options)
  }

  /** Lists the watches, the newest first. */
  listWatches(query: QueryOf<'listWatches'> = {}, options?: CallOptions): List<'listWatches'> {
    return this.list('listWatches', [], query, options)
  }

  /** Reads a watch. */
  readWatch(watchId: string, options?: CallOptions): Reply<'readWatch'> {
    return this.call('readWatch', { params: [watchId] }, options)
  }

  /** Replaces the definition of a watch; `ifMatch` takes its `version`. */
  replaceWatch(watchId: string, body: RequestBody<'replaceWatch'>, options?: CallOptions): Reply<'replaceWatch'> {
    return this.call('replaceWatch', { params: [watchId], body }, options)
  }

  /** Deletes a watch and its runs. */
  async deleteWatch(watchId: string, options?: CallOptions): Promise<void> {
    await this.call('deleteWatch', { params: [watchId] }, options)
  }

  /** Starts a run of a watch now. */
  runWatch(watchId: string, options?: CallOptions): Reply<'runWatch'> {
    return this.call('runWatch', { params: [watchId] }, options)
  }

  /** Waits for the end of a run of a watch. @returns the run, also one that failed or was cancelled. */
  waitForWatchRun(
    watchId: string,
    runId: string,
    options: Pick<WaitOptions<never>, 'signal' | 'waitTimeoutMs'> = {},
  ): Promise<WatchRun> {
    return waitForRun(runId, (signal) => this.listWatchRuns(watchId, {}, { signal }), options)
  }

  /** Pauses the schedule of a watch. */
  pauseWatch(watchId: string, options?: CallOptions): Reply<'pauseWatch'> {
    return this.call('pauseWatch', { params: [watchId] }, options)
  }

  /** Resumes the schedule of a watch. */
  resumeWatch(watchId: string, options?: CallOptions): Reply<'resumeWatch'> {
    return this.call('resumeWatch', { params: [watchId] }, options)
  }

  /** Lists the runs of a watch, the newest first. */
  listWatchRuns(watchId: string, query: QueryOf<'listWatchRuns'> = {}, options?: CallOptions): List<'listWatchRuns'> {
    return this.list('listWatchRuns', [watchId], query, options)
  }

  /** Lists what a run found: pages that are new, changed, removed or failed. */
  listWatchChanges(
    watchId: string,
    runId: string,
    query: QueryOf<'listWatchChanges'> = {},
    options?: CallOptions,
  ): List<'listWatchChanges'> {
    return this.list('listWatchChanges', [watchId, runId], query, options)
  }

  /** Reads the text of a page that a run compared. @param url the page, as in the list of changes. */
  readWatchText(watchId: string, runId: string, url: string, options?: CallOptions): Reply<'readWatchText'> {
    return this.call('readWatchText', { params: [watchId, runId], query: { url } }, options)
  }

  // The service

  /** Reads what the key of the client is, what it may use, and what it uses. */
  readKey(options?: CallOptions): Reply<'readKey'> {
    return this.call('readKey', {}, options)
  }

  /** Reads how the service is: running jobs, failures, limits. */
  readService(options?: CallOptions): Reply<'readService'> {
    return this.call('readService', {}, options)
  }

  /** Whether the process runs. */
  health(options?: CallOptions): Reply<'health'> {
    return this.call('health', {}, options)
  }

  /** Whether the service can serve; one that cannot is an answer as well. */
  readiness(options?: CallOptions): Reply<'readiness'> {
    return this.call('readiness', {}, options)
  }

  /** Which version runs. */
  version(options?: CallOptions): Reply<'version'> {
    return this.call('version', {}, options)
  }

  /** The API description, OpenAPI 3.1. */
  openapi(options?: CallOptions): Reply<'openapi'> {
    return this.call('openapi', {}, options)
  }

  /** The API description as a page, HTML. */
  docs(options: CallOptions = {}): Promise<string> {
    return this.send('docs', { headers: { accept: 'text/html' } }, options, readText)
  }

  #stream(name: 'crawlEvents' | 'batchEvents', id: string, signal: AbortSignal | undefined): OpenStream {
    return (lastEventId) => {
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      }
      const options = { maxRetries: 0, ...(signal === undefined ? {} : { signal }) }
      return this.send(name, { params: [id], headers }, options, handOn)
    }
  }
}

/** The options of a start, from those of a call that also waits. */
const startOptions = ({ signal, idempotencyKey }: Pick<CallOptions, 'signal' | 'idempotencyKey'>): CallOptions => ({
  ...(signal === undefined ? {} : { signal }),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})
