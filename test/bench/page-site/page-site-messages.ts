/** What the page site and its program send each other. Types only. */

export type PageSiteMessage = { port: number } | { requests: number }

export type PageSiteQuestion = 'requests' | 'reset'
