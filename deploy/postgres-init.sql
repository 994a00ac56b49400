-- PostgreSQL's image runs this once, on an empty volume. Creates the database and the role that owns it, and nothing
-- else in the cluster. The superuser postgres has no password, so it connects only inside the container.
\getenv password POSTGRES_PASSWORD
create role longhand login password :'password';
create database longhand owner longhand;
alter role postgres password null;
