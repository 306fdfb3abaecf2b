/** Request options for callers inside the service that read a page themselves: map, search, login. */
import type { PageRequest } from '@seine/shared/pages/page.ts'

/** The whole page as it comes, with any status, never from the cache and without extra outputs. */
export const wholePage = {
  screenshot: null,
  keepBrokenOff: true,
  errorPages: 'read',
  judgeRedirect: async () => await Promise.resolve(null),
  content: { onlyMainContent: false },
  metadata: 'head',
  compared: false,
  maxAgeSecs: 0,
  earlier: [],
} satisfies Partial<PageRequest>
