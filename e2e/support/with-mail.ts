/* Imported before any other module: verbs of this process find a mail server in the settings. Nothing listens there. */

process.env['LONGHAND_SMTP_URL'] = 'smtp://127.0.0.1:9';
process.env['LONGHAND_MAIL_FROM'] = 'longhand@longhand.example';
