/** The views and their addresses. Each is loaded when it is first opened. */
import type { ConsoleView } from '../place/console-view.ts'
import { requestKinds } from '../new/request-kinds.ts'
import type { ConsolePlace } from '../place/router.ts'

interface ViewEntry {
  /** Segments below `/console/`; `*` stands for any one, `**` at the end for any number. */
  pattern: readonly string[]
  load: () => Promise<ConsoleView>
}

const loadNew = async (): Promise<ConsoleView> => (await import('../new/new-view.ts')).NewView

const entries: readonly ViewEntry[] = [
  { pattern: ['jobs'], load: async () => (await import('../jobs/jobs-view.ts')).JobsView },
  { pattern: ['jobs', '*'], load: async () => (await import('../jobs/job-view.ts')).JobView },
  { pattern: ['jobs', '*', 'pages', '*'], load: async () => (await import('../page/page-view.ts')).PageView },
  ...requestKinds.map(({ id }) => ({ pattern: ['new', id], load: loadNew })),
  { pattern: ['service'], load: async () => (await import('../service/service-view.ts')).ServiceView },
  { pattern: ['captures'], load: async () => (await import('../captures/captures-view.ts')).CapturesView },
  { pattern: ['watches'], load: async () => (await import('../watches/watches-view.ts')).WatchesView },
  { pattern: ['watches', 'new'], load: async () => (await import('../watches/watch-form-view.ts')).NewWatchView },
  { pattern: ['watches', '*'], load: async () => (await import('../watches/watch-view.ts')).WatchView },
  {
    pattern: ['watches', '*', 'edit'],
    load: async () => (await import('../watches/watch-form-view.ts')).EditWatchView,
  },
  { pattern: ['watches', '*', 'runs', '*'], load: async () => (await import('../watches/run-view.ts')).WatchRunView },
]

/** The five links of the navigation, and the key that leads to each after `g`. */
export const mainViews = [
  { view: 'jobs', name: 'Jobs', key: 'j' },
  { view: 'new/crawl', name: 'New', key: 'n' },
  { view: 'captures', name: 'Captures', key: 'c' },
  { view: 'watches', name: 'Watches', key: 'w' },
  { view: 'service', name: 'Service', key: 's' },
] as const

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  const open = pattern.at(-1) === '**'
  const fixed = open ? pattern.slice(0, -1) : pattern
  if (open ? segments.length < fixed.length : segments.length !== fixed.length) return false
  return fixed.every((part, at) => part === '*' || part === segments[at])
}

/** Returns the loader of the view at a place; null for an unknown address. */
export const loaderOf = ({ segments }: ConsolePlace): ViewEntry['load'] | null =>
  entries.find(({ pattern }) => matches(pattern, segments))?.load ?? null
