/** Entry point of the console in the browser. */
import { render } from 'preact'
import { html } from '../components/html.ts'
import { App } from './app.ts'

const root = document.getElementById('app')!
root.replaceChildren()
render(html`<${App} />`, root)
