import { useEffect, useReducer, useRef, type ComponentProps } from 'react'

interface CheckedFormProps extends Omit<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onSubmit'> {
  onSubmit: () => void
}

/**
 * A form whose fields are checked by the page and not by the browser, whose own messages have another look and soon
 * disappear. If a submission is refused, at once or later by the server, the first field with an error gets the focus,
 * so that screen readers read the error.
 */
export function CheckedForm({ onSubmit, onInput, ...form }: CheckedFormProps) {
  const element = useRef<HTMLFormElement>(null)
  /** Whether the form was submitted and nothing was typed since. */
  const isSubmitted = useRef(false)
  // A submission with the same errors as before changes nothing else.
  const [, countSubmission] = useReducer((count: number) => count + 1, 0)
  // After every rendering, since the errors are rendered by the parent.
  useEffect(() => {
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!isSubmitted.current || !wrong) return
    isSubmitted.current = false
    // When the answer comes late, the person may be somewhere else. Safari does not focus a button that is clicked.
    const { activeElement, body } = document
    if (activeElement === body || element.current?.contains(activeElement)) wrong.focus()
  })

  return (
    <form
      {...form}
      ref={element}
      noValidate
      onInput={(event) => {
        isSubmitted.current = false
        onInput?.(event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        isSubmitted.current = true
        countSubmission()
        onSubmit()
      }}
    />
  )
}
