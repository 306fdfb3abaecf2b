/** Fields of a request that say what of a page is content, translated into what the extraction is asked for. */
import type { Static } from 'typebox'
import type { ContentOptions } from '../../tasks/content-options.ts'
import type { scrapeOptionsSchema } from '../schemas/scrape-schema.ts'

/** Those of the page options that say what is content. */
export type GivenContentOptions = Pick<
  Static<typeof scrapeOptionsSchema>,
  'only_main_content' | 'include_tags' | 'exclude_tags'
>

/**
 * What of a page is content, every default filled in.
 * @param given valid page options under canonical names.
 */
export const contentOptions = (given: GivenContentOptions): Required<ContentOptions> => ({
  onlyMainContent: given.only_main_content ?? true,
  includeTags: given.include_tags ?? [],
  excludeTags: given.exclude_tags ?? [],
})
