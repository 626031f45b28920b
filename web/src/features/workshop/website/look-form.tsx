import { contrastOf, inkOn } from '#contract/contrast.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { BUBBLE_MAX_LENGTH, LABEL_MAX_LENGTH, tagLookSchema, type Website } from '#contract/website.ts'
import { api, reading, successBody } from '../../../lib/api.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SavingNote } from '../saving/saving-note.tsx'
import { useSavedSettings } from '../saving/use-saved-settings.ts'
import { LookPreview } from './look-preview.tsx'

const { website } = api.api['own-assistants'][':id']

export const readingWebsite = (id: string) => reading(website, { param: { id } })

/** With less contrast than this, a button is hard to see on a white page. */
const VISIBLE_CONTRAST = 1.5

interface LookFormProps {
  assistant: Pick<OwnAssistant, 'id' | 'name' | 'photoUrl' | 'photoFace'>
  saved: Website
}

export function LookForm({ assistant, saved }: LookFormProps) {
  const {
    settings: look,
    change,
    issues,
    saving,
  } = useSavedSettings({
    schema: tagLookSchema,
    saved,
    settingsOf: (answer: Website) => answer.look,
    reads: readingWebsite(assistant.id),
    save: (json) => successBody(website.look.$put({ param: { id: assistant.id }, json })),
  })
  const isButton = look.mode === 'button'
  return (
    <section aria-labelledby="look-heading">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="look-heading" className="text-2xl sm:text-3xl">
          How it looks on your website
        </h2>
        <SavingNote saving={saving} />
      </div>
      <div className="mt-5 grid items-start gap-8 md:grid-cols-2">
        <div className="grid gap-5">
          <SelectField
            label="Shown as"
            value={look.mode}
            options={[
              { value: 'button', label: 'A button that opens a window' },
              { value: 'full', label: 'Part of the page, always open' },
            ]}
            onChoose={(mode) => change({ mode })}
          />
          <Field
            label={isButton ? 'Text of the button' : 'Name for screen readers'}
            maxLength={LABEL_MAX_LENGTH}
            error={issues['label']}
            value={look.label}
            onChange={({ target }) => change({ label: target.value })}
          />
          {isButton ? (
            <>
              <SelectField
                label="Side"
                value={look.side}
                options={[
                  { value: 'right', label: 'Right' },
                  { value: 'left', label: 'Left' },
                ]}
                onChoose={(side) => change({ side })}
              />
              <Field
                label="Color"
                type="color"
                className="h-12 p-1"
                value={look.colour}
                hint={colourWords(look.colour)}
                onChange={({ target }) => change({ colour: target.value })}
              />
              <Field
                label="Greeting beside the button"
                optional
                maxLength={BUBBLE_MAX_LENGTH}
                placeholder="Questions? Ask me."
                value={look.bubble}
                onChange={({ target }) => change({ bubble: target.value })}
              />
            </>
          ) : null}
        </div>
        <LookPreview assistant={assistant} look={look} />
      </div>
    </section>
  )
}

function colourWords(colour: string): string {
  const ink = inkOn(colour) === '#ffffff' ? 'White' : 'Black'
  const legible = `${ink} text, contrast ${contrastOf(colour, inkOn(colour)).toFixed(1)} to 1.`
  return contrastOf(colour, '#ffffff') < VISIBLE_CONTRAST
    ? `${legible} The button itself is hard to see on a white page.`
    : legible
}
