/** Starts Swagger UI on the page, in the reader's light or dark. */
import { responses } from './docs-responses.js'
import { samples } from './docs-samples.js'

const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const place = document.getElementById('docs')
globalThis.SwaggerUIBundle({
  url: new URL(place.dataset.description, location.href).href,
  domNode: place,
  plugins: [responses, samples],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  // Nothing is asked of a validator elsewhere, and no key is kept.
  validatorUrl: null,
  persistAuthorization: false,
})
