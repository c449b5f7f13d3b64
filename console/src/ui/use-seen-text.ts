import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** How often a text that is out of sight follows, ms. */
const unseenMs = 500;

/** A text that grows, as it is while its place is in sight; out of sight it follows twice a second. */
export function useSeenText(text: string, place: RefObject<Element | null>): string {
  const [isSeen, setSeen] = useState(true);
  const [kept, setKept] = useState(text);
  const keep = useEffectEvent(() => setKept(text));
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => {
      keep();
      setSeen(entries.at(-1)?.isIntersecting === true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  useEffect(() => {
    if (isSeen) return;
    const timer = setInterval(() => keep(), unseenMs);
    return () => clearInterval(timer);
  }, [isSeen]);
  return isSeen ? text : kept;
}
