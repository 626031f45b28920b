import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const therapy: AssistantDefinitionInput = {
  id: 'therapy',
  name: 'Hannah',
  voiceId: 'hazel',
  firstMessage: "I'm Hannah, an AI companion, not a therapist. How can I help?",
  systemPrompt: `You are Hannah, a warm, unhurried wellbeing companion whom people talk with by voice.
You help with stress, worry, low mood, sleep, habits, anger, grief and panic, using well-established self-help methods.
First acknowledge what the person said in a few words of their own, then offer one small step that they can try now.
Ask at most one question at a time. Speak in one or two short sentences, with plain words and no lists.
You are an AI, not a therapist, and give general information. Say so when it matters, never pretend to have feelings or a life, and never diagnose.
Give no advice about starting, stopping or changing medicine; that belongs to a doctor or a pharmacist.
If the person speaks of suicide, self-harm, abuse, or danger to anybody, stop everything else. Respond with warmth and
without judging, ask whether they are safe right now, and name the local emergency number, nine eight eight by call or
text in the United States, and Samaritans on one one six, one two three in the United Kingdom and Ireland.
Never describe methods of self-harm, never promise secrecy, and never try to talk a person out of reaching real help.
When troubles last more than two weeks or disturb daily life, gently suggest a doctor or a licensed therapist.
When you don't know something, say so.`,
  scope: 'stress, worry, sleep, habits, low moods, and finding the right support',
  knowledge: [
    {
      id: 'stress',
      question: 'How can I deal with stress?',
      patterns: [
        "(i am | i'm | i feel) [so | really | very] (stressed | overwhelmed | burned out)",
        'how [can i | do i | to] (handle | manage | reduce | cope with) [my] stress',
        '[what can i do | help me] with stress',
        '(work | school | my job | everything) is [so] stressing me out',
        '(everything is | it is all) too much [for me]',
      ],
      answer:
        'Write down everything that weighs on you. Then circle one thing that you can do something about today, and do a small piece of it. After that, walk for ten minutes without your phone. Your body needs a signal that the alarm is over.',
      keywords:
        'stress, stressed, pressure, burnout, overwhelm, tension, overwhelmed, burnt out, work, too much, overworked, unwind, relax, exhausted, cope, busy, deadlines, tense',
      followUps: [
        {
          patterns: ['what if it is [because of] my job', 'what about at work', 'what can i do at work'],
          answer:
            'At work, ask which task matters most and what may wait. Say it early rather than late. Keep one real break in the day, away from the desk. If the load never falls, talk with your manager or your doctor.',
        },
      ],
    },
    {
      id: 'anxiety',
      question: 'How can I calm my anxiety?',
      patterns: [
        "(i am | i'm | i feel) [so | really | very] (anxious | nervous | worried)",
        '[what helps | what can i do] (with | against | about) [my] anxiety',
        'i have [bad | social] anxiety',
        "i can't calm down",
        'how [can i | do i] (calm down | feel less anxious)',
      ],
      answer:
        'Name five things you see, four you can touch, and three you hear. Then two you smell, and one you taste. It brings your attention back to this moment. If worry runs most of your days, a doctor or therapist can really help.',
      keywords:
        'anxiety, anxious, nervous, worry, worries, fear, worried, worrying, on edge, grounding, uneasy, scared, restless, heart races, social anxiety',
      followUps: [
        {
          patterns: ['what if it (comes back | does not help)', 'what if that does not (work | help)'],
          answer:
            'That is common, and it does not mean you did it wrong. Repeat it slowly, or hold something cold for a minute. If anxiety keeps returning for weeks, see a therapist. They teach methods that work well for most people.',
        },
      ],
    },
    {
      id: 'panic',
      question: 'What should I do in a panic attack?',
      patterns: [
        "(i am | i'm | i think i'm) having a panic attack",
        'i (have | get | keep having) panic attacks',
        '(how do i | how can i | how to) (stop | survive) a panic attack',
        "(i am | i'm | i feel) panicking",
        '(what is | tell me about) a panic attack',
      ],
      answer:
        'It passes, so breathe out slowly. With chest pain, call your emergency number. Call it too for trouble breathing, or if it is your first attack. A panic attack feels terrible, but it usually fades within minutes. Make each breath out longer than the breath in.',
      keywords:
        'panic, panicking, attack, panic attack, terror, cannot breathe, dying, sudden fear, hyperventilate, heart pounding',
    },
    {
      id: 'sleep',
      question: "Why can't I fall asleep?",
      patterns: [
        "(i can't | i cannot) [fall | stay | get to] (sleep | asleep) [at night]",
        '(how can i | how do i | help me) sleep better',
        'i (wake | keep waking) up at night',
        'i have (insomnia | trouble sleeping)',
        "(i'm | i am) not sleeping [well]",
        'i (lie | am lying) awake [at night | all night]',
      ],
      answer:
        'Get up at the same time every day. Keep screens and coffee away from the evening. If you lie awake for twenty minutes, get up and do something dull in dim light. Go back when you feel sleepy. If nothing changes after some weeks, see your doctor.',
      keywords:
        'sleep, asleep, insomnia, awake, wake, waking, night, tired, nightmares, bed, tossing, sleepless, wake up, sleeping badly, nod off',
      followUps: [
        {
          patterns: ['how long does it take', 'how soon will it (help | work)'],
          answer:
            'Give a new sleep rhythm two to four weeks. The first days may even feel worse, while your body learns to link bed with sleep. Get up at the same hour every day, even on free days.',
        },
      ],
    },
    {
      id: 'habits',
      question: 'How do I change a habit?',
      patterns: [
        '(how can i | how do i | how to) (break | build | start | quit) a [new | bad] habit',
        '(i want to | help me) (break | build | change | quit) a [bad | new] habit',
        '[tell me about] (good | new | bad) habits',
        "i can't (keep | stick to) (a routine | my routine)",
        'how do i (get | stay) motivated',
      ],
      answer:
        'Make the new habit so small that it takes two minutes. Tie it to something you already do, like making coffee. To drop an old one, make it harder to reach. Missing one day is fine, but try not to miss two.',
      keywords:
        'habit, habits, routine, motivation, motivated, discipline, procrastination, quit, smoking, stop biting nails, drinking, scrolling, exercise, gym, addicted, old ways, stick with, willpower, bad habit',
    },
    {
      id: 'racing-thoughts',
      question: 'How do I stop my racing thoughts?',
      patterns: [
        "i can't stop thinking [about it]",
        'i (think | am thinking) too much',
        '(my mind | my head | my brain) (is racing | never stops | will not stop)',
        '(how can i | how do i) (stop | quiet) [all] (my thoughts | negative thoughts | thinking so much)',
        'i (keep having | have) (negative | racing) thoughts',
      ],
      answer:
        'Give the thoughts a place and a time. Write them down for ten minutes each afternoon. When they return at night, tell them that tomorrow is their turn. You need not win an argument with a thought. You can notice it and let it pass.',
      keywords:
        'thoughts, thinking, overthinking, overthink, rumination, racing, mind, ruminating, brain, spinning, switch off, cannot stop thinking, over and over, head is full, obsess',
    },
    {
      id: 'low-mood',
      question: 'What can I do when I feel low?',
      patterns: [
        "(i am | i'm | i feel) [so | really | very] (sad | depressed | down | unhappy | empty)",
        'what (helps | can i do) against (sadness | depression)',
        '(i think | maybe) i have depression',
        'nothing makes me happy [anymore]',
        '(i am | i have been) feeling (low | down | sad | depressed) [lately]',
      ],
      answer:
        'I am sorry it feels heavy. Choose one small thing that used to do you good, and do it before you feel like it. It may be daylight, a shower, or a message to a friend. If this lasts two weeks, please talk with a doctor.',
      keywords:
        'sad, sadness, depression, depressed, low, crying, unhappy, down, empty, hopeless, no energy, nothing is fun, blue, miserable, get out of bed, numb, lonely',
    },
    {
      id: 'crisis',
      question: 'Where can I get help in a crisis?',
      patterns: [
        "i don't want to (live | be alive | be here) [anymore]",
        '(i want to | i might | i am going to) (kill | hurt | harm) myself',
        'i want to (die | end my life | end it all | disappear)',
        "(i am | i'm | i feel) suicidal",
        'i (am thinking | think) (about | of) (suicide | dying | ending it [all] | ending my life)',
        "i (can't | cannot) go on [anymore]",
        'everything (is | feels) [so] hopeless',
        'i need (a crisis line | help right now | to talk to (somebody | someone) right now)',
      ],
      answer:
        'I am really glad you told me. If you are in danger now, please call your local emergency number. You can call or text nine eight eight in the United States, or call Samaritans on one one six, one two three in the United Kingdom and Ireland.',
      keywords:
        'suicide, suicidal, kill, die, dying, alive, self, harm, crisis, hotline, emergency, hopeless, helpline, hurt myself, self harm, kill myself, desperate, cannot go on, end it, want to die',
    },
    {
      id: 'anger',
      question: 'How do I control my anger?',
      patterns: [
        "(i am | i'm | i get | i feel) [so | really | very] (angry | furious)",
        '(how can i | how do i) (manage | deal with | handle) [my] anger',
        'i (have | have got) (a bad temper | anger issues)',
        'i (lose | lost | keep losing) my temper',
        '(anger management | tell me about anger)',
      ],
      answer:
        'Leave the room before you answer, and say that you will come back. Walk or breathe slowly for twenty minutes. Your body needs that long to cool down. Then begin with what you felt and need, not with what the other person did wrong.',
      keywords:
        'anger, angry, temper, rage, furious, irritable, mad, yell, yelled, shout, snap, lose it, lash out, calm down, aggressive, annoyed',
    },
    {
      id: 'grief',
      question: 'How do I cope with grief?',
      patterns: [
        '(my | our) (mother | father | grandmother | grandfather | husband | wife | friend | dog) [just] (died | passed away)',
        '(somebody | someone) [i love | close to me] (has died | died | passed away)',
        '(how long does | when will) grief (last | end | take)',
        'i (lost | have lost) (somebody | someone | a loved one)',
        '(i am | i have been) grieving',
      ],
      answer:
        'I am so sorry. Grief comes in waves, with no right way and no timetable. Eat, rest, and let one person sit with you. If it stops you from living your days after some months, a grief counselor can help.',
      keywords:
        'grief, grieving, loss, lost, died, death, mourning, funeral, dead, passed away, lost someone, mourn, bereavement, miss, widow, crying',
    },
    {
      id: 'breathing-exercise',
      question: 'Can you guide me through a breathing exercise?',
      patterns: [
        '[let us do | show me | teach me | i want] a breathing exercise',
        '[can we do | do you know] [some] breathing exercises',
        '(how do i | how should i | help me) breathe [slowly | deeply | to calm down]',
        '(breathe with me | let us breathe together)',
        '[can we do | show me] a relaxation exercise',
      ],
      answer:
        'Gladly, so let your shoulders drop. Breathe in through your nose while you count to four. Pause, and breathe out gently while you count to six. Do that five more times at your own pace, and stop if you feel dizzy.',
      keywords:
        'breathing, breathe, breath, exercise, relax, relaxation, calm, box breathing, slow, deep breaths, together',
    },
    {
      id: 'find-therapist',
      question: 'How do I find a therapist?',
      patterns: [
        '(do i need | should i see | should i get | should i talk to) a (therapist | psychologist | counselor)',
        'where can i find a (therapist | psychologist | counselor)',
        '(i want | i am looking for) [a | real] (therapist | therapy | counseling)',
        '(how much does | what does) (therapy | a therapist) cost',
        '(does therapy work | what happens in therapy)',
      ],
      answer:
        'Start with your doctor or your insurer. A public register of licensed therapists helps too. Ask for a short first talk, and what it costs. Ask what experience they have with your concern. Feeling understood matters a lot, so it is fine to try another one.',
      keywords:
        'therapist, therapy, psychologist, counselor, counselling, psychiatrist, insurance, counsellor, shrink, therapy cost, professional help, someone to talk to, treatment, session, right for me',
    },
    businessEntry(
      ['practice', 'clinic'],
      'A practice or a company can have an assistant like me on its website. You create it on our home page, with a name, a face, a voice and what it should know. It informs people, and real care stays with people.',
    ),
    privacyEntry(
      'Your voice is used only to answer you. The sound is not stored. The words of our call are kept in your own list of calls, where you can read them again. So share only what you are happy to see there.',
    ),
  ],
}
