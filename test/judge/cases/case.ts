/** The shape of a case of the judge, and helpers to build one. */
import type { JudgedPage } from '@seine/activities/judge/judge.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'

/** A response and its expected verdict. */
export interface JudgeCase {
  name: string
  page: JudgedPage
  expected: Verdict['kind']
  /** Only for a block. */
  vendor?: string
}

interface Response {
  status?: number
  headers?: Record<string, string>
  waitSelectorFound?: boolean | null
}

const page = (html: string, { status = 200, headers = {}, waitSelectorFound = null }: Response): JudgedPage => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  html,
  waitSelectorFound,
})

/** A page that is readable without scripts. */
export const served = (name: string, html: string, response: Response = {}): JudgeCase => ({
  name,
  page: page(html, response),
  expected: 'success',
})

/** A page that only a browser fills with content. */
export const shell = (name: string, html: string, response: Response = {}): JudgeCase => ({
  name,
  page: page(html, response),
  expected: 'js_shell',
})

/** A page without content. */
export const empty = (name: string, html: string, response: Response = {}): JudgeCase => ({
  name,
  page: page(html, response),
  expected: 'empty',
})

/** A page that blocks the request. */
export const blocked = (name: string, vendor: string, status: number, html: string, headers = {}): JudgeCase => ({
  name,
  page: page(html, { status, headers }),
  expected: 'blocked',
  vendor,
})
