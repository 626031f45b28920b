import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { prepareStored } from './lib/local-store.ts'

// Stored values are read before hydration, so that a signed-in person is known in the first rendering. Visitors without
// stored values do not wait.
void prepareStored().then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
})
