/** The frame of the console: header, navigation, the current view, and states that concern all views. */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { away, revivals, serviceIsAway } from '../api/away.ts'
import { watchService } from '../api/health.ts'
import { serviceAnswers } from '../api/service-answers.ts'
import { apiKey, signOut } from '../api/session.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Loading } from '../components/states.ts'
import { useMoment } from '../api/resource.ts'
import { actOnKey, keyboardHelp } from './keyboard.ts'
import { KeyboardHelp } from './keyboard-help.ts'
import { KeyWords } from './key-words.ts'
import { liveState } from '../place/live-state.ts'
import type { ConsoleView } from '../place/console-view.ts'
import { arrival, followLinks, place } from '../place/router.ts'
import { reloadDocument } from './reload.ts'
import { SignIn } from './sign-in.ts'
import { loaderOf, mainViews } from './views.ts'

/**
 * Called when the file of a view failed to load. If the service answers, the file belongs to an earlier version or the
 * network has changed, and the document is loaded again. During an outage the view waits for the service.
 * @returns false when the document was loaded again too often.
 */
async function afterFailedLoad(): Promise<boolean> {
  if (await serviceAnswers().catch(() => false)) return reloadDocument()
  serviceIsAway(serviceAnswers)
  return true
}

const NotLoaded = (): VNode =>
  html`<${Heading} title="Not loaded" />
    <p>A file of this view failed to load.</p>
    <p><button type="button" onClick=${() => location.reload()}>Try again</button></p>`

const liveWords = { live: 'Live', polling: 'Every 3 s' } as const

const skip = (event: Event): void => {
  event.preventDefault()
  const main = document.getElementById('main')
  main?.focus()
  main?.scrollIntoView()
}

function Header({ here }: { here: string }): VNode {
  const live = liveState.value
  const link = ({ view, name }: (typeof mainViews)[number]): VNode => {
    const current = view.split('/')[0] === here ? 'page' : undefined
    return html`<li><${Link} to=${view} aria-current=${current}>${name}<//></li>`
  }
  const signedIn = apiKey.value !== null
  return html`<header class="masthead">
    <${Link} to="jobs" class="brand"
      ><svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="7" class="brand-ground" />
        <g class="brand-lines">
          <path d="M5 10c3.7 0 3.7 3 7.3 3s3.7-3 7.4-3 3.6 3 7.3 3" />
          <path d="M8 14.5 16 26l8-11.5M12.3 13 16 26l3.7-15.5" />
        </g>
      </svg>
      Seine<//
    >
    ${
      signedIn
        ? html`<nav aria-label="Console">
            <ul>
              ${mainViews.map(link)}
            </ul>
          </nav>`
        : null
    }
    <div class="tools">
      ${signedIn && live !== null ? html`<span class="live ${live}">${liveWords[live]}</span>` : null}
      ${signedIn ? html`<${KeyWords} />` : null}
      <button type="button" onClick=${() => (keyboardHelp.value = true)}>Keyboard</button>
      ${signedIn ? html`<button type="button" onClick=${() => signOut()}>Sign out</button>` : null}
    </div>
  </header>`
}

function NotHere(): VNode {
  return html`<${Heading} title="Not here" />
    <p>No view has this address.</p>
    <ul>
      ${mainViews.map(({ view, name }) => html`<li class="plain-link"><${Link} to=${view}>${name}<//></li>`)}
    </ul>`
}

function CurrentView(): VNode {
  const here = place.value
  const load = loaderOf(here)
  const [shown, setShown] = useState<{ load: typeof load; View: ConsoleView } | null>(null)
  const [lost, setLost] = useState<typeof load>(null)
  const revival = revivals.value
  useEffect(() => {
    if (load === null || shown?.load === load) return undefined
    let wanted = true
    load()
      .then((View) => {
        if (wanted) setShown({ load, View })
      })
      .catch(async () => {
        if (wanted && !(await afterFailedLoad())) setLost(() => load)
      })
    return () => {
      wanted = false
    }
  }, [load, revival])
  const waiting = useMoment(load !== null && shown?.load !== load)
  if (load === null) return html`<${NotHere} />`
  if (lost === load && shown?.load !== load) return html`<${NotLoaded} />`
  if (shown === null || shown.load !== load) return html`<div>${waiting ? html`<${Loading} />` : null}</div>`
  const key = here.segments.join('/')
  return html`<${shown.View} key=${key} place=${here} />`
}

/** The whole console. */
export function App(): VNode {
  useEffect(() => {
    document.addEventListener('click', followLinks)
    document.addEventListener('keydown', actOnKey)
    return () => {
      document.removeEventListener('click', followLinks)
      document.removeEventListener('keydown', actOnKey)
    }
  }, [])
  const isAway = away.value
  const signedIn = apiKey.value !== null
  useEffect(() => (signedIn && !isAway ? watchService() : undefined), [signedIn, isAway])
  const before = useRef(signedIn)
  useEffect(() => {
    // Signing in and out are changes of view: the focus goes to the heading.
    if (before.current !== signedIn) arrival.value += 1
    before.current = signedIn
  }, [signedIn])
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <${Header} here=${place.value.segments[0] ?? ''} />
    <div role="alert">
      ${isAway && signedIn ? html`<p class="away">Service away. What is shown may be old; it is tried again until it answers.</p>` : null}
    </div>
    <main id="main" tabindex="-1">${signedIn ? html`<${CurrentView} />` : html`<${SignIn} />`}</main>
    <${KeyboardHelp} />
  `
}
