/** Every case of the judge. */
import { blocks, lookalikes } from './blocks.ts'
import type { JudgeCase } from './case.ts'
import { framed } from './framed.ts'
import { rendered } from './rendered.ts'
import { secondSet } from './second-set.ts'
import { shells } from './shells.ts'
import { smallApplications } from './small-applications.ts'
import { errorPages, shortPages } from './short-pages.ts'

export const judgeCases: Readonly<Record<string, readonly JudgeCase[]>> = {
  'applications without content': shells,
  'frames without content': framed,
  'pages that a server rendered': rendered,
  'pages that say little': shortPages,
  'error pages': errorPages,
  'answers that keep us out': blocks,
  lookalikes,
  'small applications': smallApplications,
  'the second set': secondSet,
}
