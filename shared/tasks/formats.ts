/** Formats of pages, and archives of jobs. */

/** Content fields that are made from a page's text. */
export const textFormats = ['markdown', 'html', 'clean_html', 'links', 'json'] as const
export type TextFormat = (typeof textFormats)[number]

/** Returns true for a content field that is text. */
export const isTextFormat = (format: JobFormat): format is TextFormat => textFormats.some((known) => known === format)

/** Images of a page as a browser shows it. */
export const screenshotFormats = ['screenshot', 'screenshot_full_page'] as const
export type ScreenshotFormat = (typeof screenshotFormats)[number]

/** Returns true for an image of a page. */
export const isScreenshotFormat = (format: JobFormat): format is ScreenshotFormat =>
  screenshotFormats.some((known) => known === format)

/** Every content format that can be requested for a page, in the order of listings. */
export const jobFormats = [...textFormats, ...screenshotFormats] as const
export type JobFormat = (typeof jobFormats)[number]

/** Archives of a job beside those of its formats, made on request. */
export const addedArchives = ['parquet', 'warc', 'wacz'] as const
export type AddedArchive = (typeof addedArchives)[number]

/** An archive of a job: of one format, or one that is made on request. */
export type ArchiveName = JobFormat | AddedArchive
