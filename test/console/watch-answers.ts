/** Answers of the API about a watch with runs and changes, and another one that is paused. */
import type { ConsoleLab } from './console-lab.ts'
import { listedWatch, part, runId, sampleChanges, sampleRuns, sampleWatch, watchId } from './watch-samples.ts'

const runsPath = `/watches/${watchId}/runs`
const pathOfRun = `${runsPath}/${runId}`

/** Chooses the answers. */
export function answerWatch({ answer }: ConsoleLab): void {
  answer('GET', '/watches', {
    body: part([
      listedWatch(),
      listedWatch({
        watch_id: 'watch-2',
        name: 'Guide',
        status: 'paused',
        paused: true,
        next_run_at: null,
        last_run: null,
        tag: [],
      }),
    ]),
  })
  answer('GET', `/watches/${watchId}`, { body: sampleWatch() })
  answer('GET', runsPath, { body: part(sampleRuns()) })
  answer('GET', `${pathOfRun}/changes`, { body: part(sampleChanges()) })
  answer('GET', `${pathOfRun}/text`, {
    body: {
      url: 'https://example.com/guide/new',
      final_url: null,
      title: 'A new pier',
      run_id: runId,
      at: '2026-11-23T06:00:01.033Z',
      text: '# A new pier\n\nBuilt of oak.',
      request_id: 'req-1',
    },
  })
}
