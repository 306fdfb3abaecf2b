/**
 * A plugin of Swagger UI: answers show an example first, requests their fields; problems, which all have
 * one body, take a line each.
 */
export const responses = ({ React }) => {
  const make = React.createElement

  /** The line of one status: its codes, or whatever the description says of it. */
  function ProblemLine({ code, text, getComponent }) {
    const Markdown = getComponent('Markdown', true)
    return make(
      'tr',
      { className: 'response response-problem', 'data-code': code },
      make('td', { className: 'response-col_status' }, code),
      make('td', { className: 'response-col_description', colSpan: 2 }, make(Markdown, { source: text })),
    )
  }

  return {
    wrapComponents: {
      response: (Response) =>
        function CompactResponse(props) {
          const { code, response, getComponent } = props
          const isProblem = response?.getIn(['content', 'application/problem+json']) !== undefined
          if (!isProblem) return make(Response, props)
          return make(ProblemLine, { code, text: response.get('description') ?? '', getComponent })
        },
      modelExample: (ModelExample) =>
        function ChosenModelExample(props) {
          const { specPath, example, getConfigs } = props
          const shown = specPath?.includes('responses') && example ? 'example' : 'model'
          return make(ModelExample, {
            ...props,
            getConfigs: () => ({ ...getConfigs(), defaultModelRendering: shown }),
          })
        },
    },
  }
}
