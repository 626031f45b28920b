import { Link } from 'react-router'
import { EmergencyNumbers } from './emergency-numbers.tsx'
import type { LegalDocument } from './legal-document.ts'

export const RESPONSIBLE_AI: LegalDocument = {
  title: 'Responsible AI',
  lead: 'How the assistants work, what they are not allowed to do, and where they fail.',
  changedOn: '2026-11-21',
  inShort: [
    <>
      <strong>They say what they are.</strong> Every assistant introduces itself as an AI, and never claims to be a
      person.
    </>,
    <>
      <strong>They do not guess.</strong> An assistant answers from its own field, and says so when it does not know.
    </>,
    <>
      <strong>They hand over.</strong> Where health, law or money become serious, they name who can really help.
    </>,
    <>
      <strong>Nobody listens in.</strong> The sound of a call is not stored, its words are yours to read.
    </>,
  ],
  sections: [
    {
      id: 'emergency',
      title: 'In an emergency',
      body: (
        <>
          <p>
            No assistant can send help, and no person watches a call. If somebody is in danger, call the emergency
            number where you are, now:
          </p>
          <EmergencyNumbers />
          <p>
            The health assistants are taught to say “call your local emergency number” first when somebody speaks of
            chest pain, a stroke or poisoning, and to name a crisis line when somebody thinks of harming themselves. Do
            not count on it: they can mishear.
          </p>
        </>
      ),
    },
    {
      id: 'an-ai',
      title: 'An AI, and it says so',
      body: (
        <>
          <p>
            Every assistant says in its greeting that it is an AI. Ask “Are you a real person?” at any time, and the
            answer is no. Health, law, money and wellbeing assistants add that they replace no professional.
          </p>
          <p>
            The faces are drawings of people who do not exist, and the voices are made by a program. None is a copy of a
            real person’s face or voice.
          </p>
        </>
      ),
    },
    {
      id: 'how-they-answer',
      title: 'How an answer comes about',
      body: (
        <>
          <ol>
            <li>
              <strong>Ears.</strong> A program on this server compares what you say with the questions that the
              assistant knows. What fits none is not forced into one: the assistant asks you to say it again.
            </li>
            <li>
              <strong>Knowledge.</strong> Each assistant has at least twelve subjects with answers that were written in
              advance. It picks the one that fits. No language model makes up sentences while you wait.
            </li>
            <li>
              <strong>Voice and face.</strong> The answer is spoken by a synthetic voice, and the mouth is drawn to its
              sounds.
            </li>
          </ol>
          <p>
            You can type instead, and you can cut in at any time. In browsers that have a speech recognition of their
            own, you may switch it on to be understood more freely; <Link to="/privacy#voice">read first</Link> who then
            hears you.
          </p>
        </>
      ),
    },
    {
      id: 'not-allowed',
      title: 'What they may not do',
      body: (
        <ul>
          <li>Diagnose, or tell you to change the dose of a medicine.</li>
          <li>Say how your case will end in court, or write what you file there.</li>
          <li>Recommend a particular share, fund, coin, insurance or lender.</li>
          <li>Stand in for a therapist. In a crisis they point to people.</li>
          <li>Ask for passwords, card numbers or codes.</li>
          <li>Claim to be human, or invent an answer that they do not have.</li>
        </ul>
      ),
    },
    {
      id: 'limits',
      title: 'Where they fail',
      body: (
        <ul>
          <li>They know English, and only the subjects of their own field.</li>
          <li>
            Noise, several voices at once, and accents unlike those they were tuned with make them ask again more often.
            That is unfair to some people. Typing always works.
          </li>
          <li>They answer the question they understood. Read the line in the conversation box to see which it was.</li>
          <li>They forget you when the call ends, and know nothing of today’s news, prices or laws of your town.</li>
          <li>Written answers can be out of date or wrong. Tell us when you meet one.</li>
        </ul>
      ),
    },
    {
      id: 'conversations',
      title: 'What remains of a conversation',
      body: (
        <>
          <p>
            The sound is worked on in memory and not stored. The words are kept in your own list, “Your calls”, and of
            an answer you interrupted only the part that you heard. Nobody else’s page shows them, and they train
            nothing. The <Link to="/privacy#what-is-kept">privacy page</Link> says until when.
          </p>
          <p>
            When nobody says anything for three minutes, the server ends the call, so that a forgotten tab does not use
            up your minutes.
          </p>
        </>
      ),
    },
    {
      id: 'everybody',
      title: 'For everybody',
      body: (
        <p>
          Everything that is said appears as text while it is said, so nobody needs to hear. Everything can be typed, so
          nobody needs to speak. Faces stand still if your system asks for less motion. The sixteen people differ in
          age, build and origin, and none is there as a joke.
        </p>
      ),
    },
    {
      id: 'tell-us',
      title: 'Tell us',
      body: (
        <p>
          If an assistant said something wrong, harmful or unkind, <Link to="/contact">write to us</Link> with its name
          and what you had asked. A person reads it, and the answer is changed for everybody.
        </p>
      ),
    },
  ],
}
