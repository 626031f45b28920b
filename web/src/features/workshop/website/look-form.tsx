import { contrastOf, inkOn } from '#contract/contrast.ts'
import type { OwnAssistant } from '#contract/own-assistant.ts'
import { BUBBLE_MAX_LENGTH, LABEL_MAX_LENGTH, tagLookSchema, type Website, type TagLook } from '#contract/website.ts'
import { api, reading, successBody } from '../../../lib/api.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SavingNote } from '../saving/saving-note.tsx'
import { useSavedSettings } from '../saving/use-saved-settings.ts'
import { clsx } from 'clsx'
import { PortraitPicture } from '../../../ui/portrait-picture.tsx'

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

/**
 * A miniature of a web page with the assistant. For screen readers it is an image, since the form beside it holds the
 * same information.
 */
function LookPreview({ assistant, look }: Pick<LookFormProps, 'assistant'> & { look: TagLook }) {
  const { mode, side, label, colour, bubble } = look
  const isLeft = side === 'left'
  return (
    <div
      role="img"
      aria-label={`How ${assistant.name} looks on your page`}
      className="relative flex min-h-56 flex-col max-md:order-first md:sticky md:top-24 md:min-h-80 overflow-hidden rounded-card border border-line-strong bg-paper"
    >
      <div className="flex gap-1.5 border-b border-line bg-sunk px-4 py-3">
        {[0, 1, 2].map((dot) => (
          <span key={dot} className="size-2.5 rounded-full bg-line-strong" />
        ))}
      </div>
      {mode === 'full' ? (
        <div className="m-4 grid grow place-items-center rounded-card border border-line bg-raised p-4">
          <PortraitPicture
            id={assistant.id}
            image={assistant.photoUrl}
            face={assistant.photoFace}
            alt=""
            className="w-28"
          />
        </div>
      ) : (
        <>
          <div className="grid gap-3 p-5">
            {['w-2/5', 'w-4/5', 'w-3/4', 'w-3/5'].map((width) => (
              <span key={width} className={clsx('h-3 rounded-full bg-sunk', width)} />
            ))}
          </div>
          <div
            className={clsx(
              'absolute bottom-4 grid max-w-[85%] gap-3',
              isLeft ? 'left-4 justify-items-start' : 'right-4 justify-items-end',
            )}
          >
            {bubble === '' ? null : (
              <p className="rounded-2xl bg-raised px-4 py-2.5 text-[0.9375rem] wrap-anywhere shadow-raised">{bubble}</p>
            )}
            <PreviewButton label={label} colour={colour} />
          </div>
        </>
      )}
    </div>
  )
}

/** Styled by SVG attributes: the site's content security policy blocks inline styles. */
function PreviewButton({ label, colour }: { label: string; colour: string }) {
  const width = 44 + 8.6 * label.length
  return (
    <svg aria-hidden viewBox={`0 0 ${width} 52`} width={width} height="52" className="max-w-full">
      <rect width={width} height="52" rx="26" fill={colour} />
      <text x="50%" y="50%" dy="0.35em" textAnchor="middle" fill={inkOn(colour)} fontSize="16" fontWeight="600">
        {label}
      </text>
    </svg>
  )
}
