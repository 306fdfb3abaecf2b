/** Messages between the benchmark and the page site's program. Types only. */

export type PageSiteMessage = { port: number } | { requests: number }

export type PageSiteQuestion = 'requests' | 'reset'
