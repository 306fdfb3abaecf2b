/**
 * What of a page is its content, as the caller asked for it. It passes from the request to the extraction as one
 * object: a new option is added here, to the schema, to `api/rules/content-options.ts`, and where it is used.
 */
export interface ContentOptions {
  /** Whether navigation, footers and advertisements are left out. */
  onlyMainContent: boolean
  /**
   * CSS selectors; only what they match is content of an HTML page, in document order and without what
   * is hidden in it, whatever `onlyMainContent` says. Links, raw HTML and metadata are of the whole page.
   * @default everything
   */
  includeTags?: readonly string[]
  /** CSS selectors; what they match is no content of an HTML page, included or not. @default nothing */
  excludeTags?: readonly string[]
}

/** The content options alone, of an object that has others beside them. */
export const contentOf = ({
  onlyMainContent,
  includeTags,
  excludeTags,
}: Required<ContentOptions>): Required<ContentOptions> => ({
  onlyMainContent,
  includeTags,
  excludeTags,
})
