import { useState } from 'react';
import { notify, notifyOf } from '../app/notices.js';
import { useOffice } from '../app/office-context.js';
import { Check } from '../ui/fields.js';
import { isWanted, subscribe, unsubscribe } from './subscription.js';

const refused = 'The browser does not allow notifications.';
const onlyOpen = 'Notifications are on while the page is open: this browser has no push service.';

/**
 * The switch for messages about questions and ended runs, which also come while the page is closed.
 */
export function Notifications() {
  const { http } = useOffice();
  const [isOn, setOn] = useState(() => Notification.permission === 'granted' && isWanted());
  const change = async (on: boolean) => {
    if (on && (await Notification.requestPermission()) !== 'granted') return notify(refused);
    setOn(on);
    if (!on) return unsubscribe(http).catch(notifyOf);
    await subscribe(http).then(
      () => notify('Notifications are on.'),
      () => notify(onlyOpen),
    );
  };
  return (
    <Check isOn={isOn} onChange={(on) => void change(on)}>
      Notifications
    </Check>
  );
}
