import { CaptionsPicture, ChoosePicture, InterruptPicture } from './step-pictures.tsx'

const STEPS = [
  {
    Picture: ChoosePicture,
    title: 'Choose an assistant',
    text: 'Each of the sixteen knows one field well and says so when a question falls outside it. A one-minute call is free, and you need no card.',
  },
  {
    Picture: InterruptPicture,
    title: 'Talk as you always do',
    text: 'An answer begins about half a second after you stop. Cut in, and the assistant falls silent within a fifth of a second. Where you cannot speak, type.',
  },
  {
    Picture: CaptionsPicture,
    title: 'Read it again',
    text: 'Captions follow the voice. Afterwards the words are in your calls, for you alone. The sound is not kept.',
  },
]

export function Steps() {
  return (
    <section
      aria-labelledby="steps"
      className="mx-auto max-w-page px-5 pt-28 sm:px-8 xl:pt-36 far-below [contain-intrinsic-height:auto_70rem] md:[contain-intrinsic-height:auto_44rem] lg:[contain-intrinsic-height:auto_29rem]"
    >
      <h2 id="steps" className="text-[2.5rem] sm:text-5xl xl:text-6xl">
        How a call goes
      </h2>
      <ol className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-10 lg:grid-cols-3 xl:mt-10">
        {STEPS.map(({ Picture, title, text }, index) => (
          <li
            key={title}
            className="border-t-2 border-ink pt-5 md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-8"
          >
            <Picture />
            <div>
              <h3 className="mt-6 text-2xl md:max-lg:mt-0">
                <span aria-hidden className="mr-2.5 text-ink-soft tabular-nums">
                  {index + 1}
                </span>
                {title}
              </h3>
              <p className="mt-2.5 max-w-[34em] text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
