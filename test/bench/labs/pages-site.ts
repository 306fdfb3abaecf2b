/** A website of given pages for one lab. */
import { htmlAnswer, notFound, startLabSite, type LabSite } from './lab-site.ts'

/**
 * Starts the site on a free port of 127.0.0.1.
 * @param pages markup by path and query; every other path is 404.
 * @param delayMs delay of each page, milliseconds.
 */
export async function startPagesSite(pages: ReadonlyMap<string, string>, delayMs = 0): Promise<LabSite> {
  return await startLabSite((path) => {
    const body = pages.get(path)
    return body === undefined ? notFound : { ...htmlAnswer(body), delayMs }
  })
}
