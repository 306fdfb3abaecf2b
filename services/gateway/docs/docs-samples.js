/**
 * A plugin of Swagger UI: shows the request samples of an operation (`x-codeSamples`) in tabs, after its
 * parameters. A language that is chosen in one operation is chosen in all.
 */

/** Position of the chosen tab, and functions that are called when it changes. */
let chosen = 0
const listeners = new Set()

function choose(index) {
  chosen = index
  for (const listener of listeners) listener()
}

function subscribe(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let ids = 0

/** The tabs of one operation. */
function createTabs(React) {
  const make = React.createElement

  function CopyButton({ text }) {
    const [copied, setCopied] = React.useState(false)
    // Only pages that came over https or from this machine may write to the clipboard.
    if (!globalThis.isSecureContext) return null
    const copy = async () => {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    }
    return make('button', { type: 'button', className: 'samples-copy', onClick: copy }, copied ? 'Copied' : 'Copy')
  }

  return function Tabs({ samples }) {
    const selected = Math.min(
      React.useSyncExternalStore(subscribe, () => chosen),
      samples.length - 1,
    )
    const [id] = React.useState(() => `samples-${(ids += 1)}`)
    const list = React.useRef(null)
    const keyDown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      const next = (selected + step + samples.length) % samples.length
      choose(next)
      list.current?.children[next]?.focus()
    }
    const tab = ({ label }, index) =>
      make(
        'button',
        {
          key: label,
          type: 'button',
          role: 'tab',
          id: `${id}-${index}`,
          'aria-selected': index === selected,
          'aria-controls': `${id}-panel`,
          tabIndex: index === selected ? 0 : -1,
          onClick: () => choose(index),
        },
        label,
      )
    const { source } = samples[selected]
    return make(
      'section',
      { className: 'samples', 'aria-label': 'Request samples' },
      make(
        'div',
        { className: 'samples-bar' },
        make('h4', null, 'Request sample'),
        make('div', { role: 'tablist', ref: list, onKeyDown: keyDown }, samples.map(tab)),
        make(CopyButton, { text: source }),
      ),
      make(
        'pre',
        { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${selected}`, tabIndex: 0 },
        make('code', null, source),
      ),
    )
  }
}

/** The plugin. */
export const samples = ({ React }) => {
  const Tabs = createTabs(React)
  return {
    wrapComponents: {
      parameters: (Parameters) =>
        function ParametersAndSamples(props) {
          const found = props.operation?.get('x-codeSamples')?.toJS() ?? []
          return React.createElement(
            React.Fragment,
            null,
            React.createElement(Parameters, props),
            // While a request is put together, its own buttons come next.
            found.length === 0 || props.tryItOutEnabled ? null : React.createElement(Tabs, { samples: found }),
          )
        },
    },
  }
}
